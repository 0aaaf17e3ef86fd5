//! Messages for a failed directive: its position, the start of the search, and the closest text.

use std::fmt::Write;

use crate::filecheck::failure::CheckFailure;
use crate::filecheck::pattern::Variables;
use crate::filecheck::rule::CheckRule;
use crate::keywords;
use crate::text;

/// The number of bytes of input that are searched for the closest line.
const CLOSEST_WITHIN: usize = 16 * 1024;
/// The number of bytes of a line that are compared.
const CLOSEST_WIDTH: usize = 160;

/// The texts that messages quote.
pub(crate) struct MismatchReport<'a> {
    pub(crate) name: &'a str,
    pub(crate) check: &'a [u8],
    pub(crate) input: &'a [u8],
}

impl MismatchReport<'_> {
    /// Returns the failure of a rule without a match in `from..end`; `round` counts the matches of a `COUNT` rule.
    pub(crate) fn not_found(
        &self,
        rule: &CheckRule,
        from: usize,
        end: usize,
        round: u32,
        variables: &Variables,
    ) -> CheckFailure {
        let mut what = "expected text not found".to_owned();
        if rule.directive.count > 1 {
            what = format!("expected text not found ({round} of {} times)", rule.directive.count);
        }
        let mut message = self.head(rule, &what);
        for (name, value) in rule.pattern.uses(variables) {
            let value = value.map_or(String::new(), |value| text::show(value));
            let _ = writeln!(message, "  where {name} is `{value}`");
        }
        message += &self.quote("the search started", from);
        if let Some(at) = self.closest(&rule.directive.pattern, from, end) {
            message += &self.quote("the closest text is", at);
        }
        CheckFailure::mismatch(message)
    }

    /// Returns the failure of a rule that matches on the wrong line.
    pub(crate) fn wrong_line(&self, rule: &CheckRule, from: usize, found: usize) -> CheckFailure {
        let mut message = self.head(rule, "the text is on the wrong line");
        message += &self.quote("the previous match ends", from);
        message += &self.quote("the text is", found);
        CheckFailure::mismatch(message)
    }

    /// Returns the failure of a negative rule that matches.
    pub(crate) fn excluded(&self, rule: &CheckRule, from: usize, found: usize) -> CheckFailure {
        let mut message = self.head(rule, "found text that must not occur");
        message += &self.quote("the search started", from);
        message += &self.quote("the text is", found);
        CheckFailure::mismatch(message)
    }

    /// Returns the failure of a rule that cannot be matched, for example because a variable is not set.
    pub(crate) fn unusable(&self, rule: &CheckRule, fault: &str) -> CheckFailure {
        CheckFailure::mismatch(self.head(rule, fault))
    }

    fn head(&self, rule: &CheckRule, what: &str) -> String {
        let line = rule.directive.line;
        let source = text::lines(self.check).nth(line.wrapping_sub(1));
        match source {
            Some(source) => {
                let spelling = &rule.directive.spelling;
                format!(
                    "{}:{line}: {spelling}: {what}\n{line:6} | {}\n",
                    self.name,
                    text::show(source)
                )
            }
            None => {
                format!("--implicit-check-not={}: {what}\n", text::show(&rule.directive.pattern))
            }
        }
    }

    fn quote(&self, title: &str, at: usize) -> String {
        let line = text::line_of(self.input, at);
        let start = self.input[..at].iter().rposition(|b| *b == b'\n').map_or(0, |at| at + 1);
        let column = text::show(&self.input[start..at]).chars().count();
        let shown = text::line_at(self.input, at);
        format!(
            "{title} in line {line} of the input:\n{line:6} | {shown}\n       | {}^\n",
            " ".repeat(column)
        )
    }

    /// Returns the line in `from..end` that is most similar to the pattern; `None` if no line is similar.
    fn closest(&self, pattern: &[u8], from: usize, end: usize) -> Option<usize> {
        let end = end.min(from.saturating_add(CLOSEST_WITHIN));
        let expected = &pattern[..pattern.len().min(CLOSEST_WIDTH)];
        let mut best: Option<(usize, usize)> = None;
        let mut at = from;
        for line in self.input[from..end].split_inclusive(|b| *b == b'\n') {
            let body = text::trim_end(text::trim_start(line.strip_suffix(b"\n").unwrap_or(line)));
            let far = keywords::distance(expected, &body[..body.len().min(CLOSEST_WIDTH)]);
            if !body.is_empty() && best.is_none_or(|(least, _)| far < least) {
                let blanks = line.len() - text::trim_start(line).len();
                best = Some((far, at + blanks));
            }
            at += line.len();
        }
        best.filter(|(far, _)| far * 3 <= expected.len() * 2).map(|(_, at)| at)
    }
}
