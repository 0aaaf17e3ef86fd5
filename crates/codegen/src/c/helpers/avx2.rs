//! The functions of kernels a second time, for CPUs with AVX2, which a kernel selects at run time.
//!
//! The text is that of `helpers` with other names, a function attribute, and the conditions on vectors resolved: two lanes,
//! with permutations of bytes, and no wide vectors. So both kinds of functions have one source, and differ in the width of
//! their vectors.

/// The conditions that the functions for AVX2 decide, with their values.
const CONDITIONS: [(&str, bool); 5] = [
    ("LAYOUTC_LANES == 2", true),
    ("LAYOUTC_VECTORS > 0", true),
    ("LAYOUTC_VECTORS >= 2", true),
    ("LAYOUTC_PERMUTE", true),
    ("LAYOUTC_WIDE", false),
];

/// The names that both kinds of functions use: the replacement for AVX2 is undone.
const SHARED: [&str; 6] = ["RESTRICT", "PREFETCH", "IS_WHOLE", "INLINE", "ALIGNED", "OPAQUE"];

/// A conditional group of lines.
struct Group {
    /// `true` if the condition is decided, so that its directives are omitted.
    is_decided: bool,
    /// `true` if the lines of the current branch are kept.
    is_kept: bool,
    /// `true` if a branch before or the current one is the one that is kept.
    is_found: bool,
}

/// Returns the value of a condition that is decided.
fn value(condition: &str) -> Option<bool> {
    CONDITIONS.iter().find(|(text, _)| *text == condition).map(|(_, value)| *value)
}

/// Returns a text without the branches that CPUs with AVX2 do not need.
fn resolved(text: &str) -> String {
    let mut groups: Vec<Group> = Vec::new();
    let mut kept = String::new();
    for line in text.lines() {
        let is_decided = directive(line, &mut groups) == Some(false);
        if !is_decided && groups.iter().all(|group| group.is_kept) {
            kept.push_str(line);
            kept.push('\n');
        }
    }
    kept
}

/// Opens, continues or closes a group, if the line is a directive. Returns whether the directive itself remains.
fn directive(line: &str, groups: &mut Vec<Group>) -> Option<bool> {
    if let Some(condition) = line.strip_prefix("#if ") {
        let value = value(condition);
        let is_true = value.unwrap_or(true);
        groups.push(Group { is_decided: value.is_some(), is_kept: is_true, is_found: is_true });
        return Some(value.is_none());
    }
    if line.starts_with("#if") {
        groups.push(Group { is_decided: false, is_kept: true, is_found: true });
        return Some(true);
    }
    let group = groups.last_mut()?;
    let condition = line.strip_prefix("#elif ").or((line == "#else").then_some(""));
    if let Some(condition) = condition
        && group.is_decided
    {
        group.is_kept = !group.is_found && value(condition).unwrap_or(true);
        group.is_found |= group.is_kept;
        return Some(false);
    }
    if line == "#endif" {
        return Some(!groups.pop()?.is_decided);
    }
    condition.map(|_| true)
}

/// Returns the functions of a text for CPUs with AVX2.
pub(super) fn functions(text: &str) -> String {
    let mut text = resolved(text)
        .replace("static inline ", "LAYOUTC_TARGET static inline ")
        .replace("LAYOUTC_INLINE ", "LAYOUTC_TARGET LAYOUTC_INLINE ")
        .replace("layoutc_", "layoutc_avx2_")
        .replace("LAYOUTC_", "LAYOUTC_AVX2_");
    for name in SHARED {
        text = text.replace(&format!("LAYOUTC_AVX2_{name}"), &format!("LAYOUTC_{name}"));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::functions;
    use expect_test::expect;

    #[test]
    fn functions_have_one_branch_of_a_decided_condition() {
        let text = "#if LAYOUTC_WIDE\nwide();\n#endif\n#if LAYOUTC_LANES == 2\ntwo();\n#elif LAYOUTC_VECTORS >= 2\none();\n\
                    #else\nplain();\n#endif\n#if defined(__clang__)\na();\n#else\nb();\n#endif\n\
                    static inline void layoutc_f(char *LAYOUTC_RESTRICT s, int at = LAYOUTC_LANES);\n";
        expect![[r#"
            two();
            #if defined(__clang__)
            a();
            #else
            b();
            #endif
            LAYOUTC_AVX2_TARGET static inline void layoutc_avx2_f(char *LAYOUTC_RESTRICT s, int at = LAYOUTC_AVX2_LANES);
        "#]].assert_eq(&functions(text));
    }
}
