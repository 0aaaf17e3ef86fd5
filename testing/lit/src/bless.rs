//! Whole-output tests: the checks of a file marked `// BLESS` equal the whole output of its tool.
//!
//! The checks are the last lines of the file. [`compare`] requires that they equal the result of [`render`] on the
//! output, so an additional line at the end, or a longer line, is also a difference. [`rewrite`] replaces the checks
//! with the rendered lines.

use crate::run_line::directive_lines;
use crate::text;

/// Returns the checks for an output: `PREFIX:` for its first line, `PREFIX-NEXT:` for others, `PREFIX-EMPTY:` for empty
/// ones, `{LITERAL}` if the line contains `{{` or `[[`. Empty lines at the start are left out.
///
/// # Errors
/// The output is empty, or a line consists of blanks or contains a CR, which no check can match.
pub fn render(output: &[u8], prefix: &str) -> Result<Vec<u8>, String> {
    let mut checks = Vec::new();
    for (index, line) in text::lines(output).enumerate() {
        let body = text::trim_end(text::trim_start(line));
        if body.is_empty() && !line.is_empty() {
            return Err(format!("line {} of the output consists of blanks", index + 1));
        }
        if body.contains(&b'\r') {
            return Err(format!("line {} of the output contains a CR", index + 1));
        }
        match (body.is_empty(), checks.is_empty()) {
            (true, true) => continue,
            (true, false) => checks.extend_from_slice(format!("// {prefix}-EMPTY:").as_bytes()),
            (false, first) => {
                checks
                    .extend_from_slice(format!("// {prefix}{}: ", suffix(body, first)).as_bytes());
                checks.extend_from_slice(body);
            }
        }
        checks.push(b'\n');
    }
    if checks.is_empty() { Err("the output is empty".to_owned()) } else { Ok(checks) }
}

fn suffix(body: &[u8], first: bool) -> &'static str {
    let special = text::find(body, b"{{", 0).or_else(|| text::find(body, b"[[", 0)).is_some();
    match (first, special) {
        (true, false) => "",
        (true, true) => "{LITERAL}",
        (false, false) => "-NEXT",
        (false, true) => "-NEXT{LITERAL}",
    }
}

/// Returns the test file with the checks for this output at its end, which replace the existing checks.
///
/// # Errors
/// The errors of [`render`]; or the checks are not the last lines of the file.
pub fn rewrite(file: &[u8], output: &[u8], prefix: &str) -> Result<Vec<u8>, String> {
    let (head, _) = split(file, prefix)?;
    let mut new = head.trim_ascii_end().to_vec();
    new.extend_from_slice(b"\n\n");
    new.extend(render(output, prefix)?);
    Ok(new)
}

/// Compares the checks at the end of the file with those for this output.
///
/// # Errors
/// The errors of [`rewrite`], or the first difference as text.
pub fn compare(file: &[u8], output: &[u8], prefix: &str) -> Result<(), String> {
    let (_, block) = split(file, prefix)?;
    let expected = render(output, prefix)?;
    let found = &mut checks_of(block);
    let expected = &mut checks_of(&expected);
    loop {
        match (found.next(), expected.next()) {
            (None, None) => return Ok(()),
            (found, expected) if found != expected => {
                let show = |line: Option<&[u8]>| line.map_or("(none)".to_owned(), text::show);
                return Err(format!(
                    "the checks differ from the whole output\n  in the file: {}\n  from the output: {}\n\
                     rewrite the checks with UPDATE_EXPECT=1\n",
                    show(found),
                    show(expected)
                ));
            }
            _ => {}
        }
    }
}

fn checks_of(block: &[u8]) -> impl Iterator<Item = &[u8]> {
    text::lines(block).map(<[u8]>::trim_ascii).filter(|line| !line.is_empty())
}

/// Returns the file before its checks, and its checks.
fn split<'a>(file: &'a [u8], prefix: &str) -> Result<(&'a [u8], &'a [u8]), String> {
    let directives = directive_lines(file, prefix);
    let Some(first) = directives.first() else { return Ok((file, b"")) };
    let lines: Vec<&[u8]> = file.split_inclusive(|b| *b == b'\n').collect();
    let (head, block) = lines.split_at(first - 1);
    let mut numbers = directives.iter().copied().peekable();
    for (index, line) in block.iter().enumerate() {
        let is_check = numbers.next_if(|number| *number == first + index).is_some();
        if !(is_check && line.trim_ascii_start().starts_with(b"//") || line.trim_ascii().is_empty())
        {
            return Err(format!(
                "line {}: the checks of a BLESS file must be its last lines",
                first + index
            ));
        }
    }
    let cut = head.iter().map(|line| line.len()).sum();
    Ok(file.split_at(cut))
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::expect;

    #[test]
    fn render_converts_output_to_checks() {
        let output = b"\nmodule {\n\n\n  x {{a}}\r\n  dense<[[1]]>\n}\n";
        expect![[r#"
            // CHECK: module {
            // CHECK-EMPTY:
            // CHECK-EMPTY:
            // CHECK-NEXT{LITERAL}: x {{a}}
            // CHECK-NEXT{LITERAL}: dense<[[1]]>
            // CHECK-NEXT: }
        "#]]
        .assert_eq(&text::show(&render(output, "CHECK").unwrap()));
        assert!(render(b"\n\n", "CHECK").is_err());
        assert!(render(b"a\n  \nb", "CHECK").is_err());
    }

    #[test]
    fn rendered_checks_accept_their_output() {
        let output = b"[[x]]\n\n\n  y {{a}} z\n\n";
        let checks = render(output, "CHECK").unwrap();
        crate::filecheck::check(&checks, "f", output, &Default::default()).unwrap();
    }

    #[test]
    fn rewrite_is_idempotent() {
        let once =
            rewrite(b"// BLESS\ncode\n// CHECK: old\n\n// CHECK-NEXT: y\n", b"a\nb\n", "CHECK")
                .unwrap();
        expect![[r#"
            // BLESS
            code

            // CHECK: a
            // CHECK-NEXT: b
        "#]]
        .assert_eq(&text::show(&once));
        assert_eq!(rewrite(&once, b"a\nb\n", "CHECK").unwrap(), once);
        assert_eq!(compare(&once, b"a\nb\n", "CHECK"), Ok(()));
        assert!(compare(&once, b"a\nb\nc\n", "CHECK").is_err());
        assert!(compare(&once, b"a\nbc\n", "CHECK").is_err());
    }

    #[test]
    fn rewrite_rejects_checks_before_code() {
        assert!(rewrite(b"// CHECK: a\ncode\n", b"a", "CHECK").is_err());
        assert!(rewrite(b"code // CHECK: a\n", b"a", "CHECK").is_err());
    }
}
