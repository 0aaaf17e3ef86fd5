//! The chunks of an input between separator lines, for `--split-input-file`.
//!
//! A chunk is a byte range of the whole text, so that its positions are those in the file.

use ir::diag::{Diag, code};
use ir::source::Span;
use std::ops::Range;

/// The separator line between two chunks, in the input and in the output.
pub(crate) const SEPARATOR: &str = "// -----";

/// Returns the parts between separator lines; there is at least one.
pub(crate) fn split(text: &str) -> Vec<Range<usize>> {
    let mut chunks = Vec::new();
    let mut start = 0;
    for line in lines(text).filter(|line| is_separator(&text[line.clone()])) {
        chunks.push(start..line.start);
        start = line.end;
    }
    chunks.push(start..text.len());
    chunks
}

/// Returns warnings at lines that resemble a separator but are not one.
pub(crate) fn near_misses(text: &str, base: u32) -> Vec<Diag> {
    let near = lines(text).filter(|line| is_near_miss(&text[line.clone()]));
    near.map(|line| {
        let start = line.start + text[line.clone()].len() - text[line.clone()].trim_start().len();
        let end = line.start + text[line.clone()].trim_end().len();
        let span = Span::new(base + start as u32, base + end as u32);
        Diag::warning(
            code::SYNTAX,
            span,
            "this line resembles a separator, but does not split the input",
        )
        .note(format!("a separator is a line `{SEPARATOR}`"))
        .suggest(span, SEPARATOR)
    })
    .collect()
}

/// Returns the lines with their line breaks.
fn lines(text: &str) -> impl Iterator<Item = Range<usize>> {
    let mut at = 0;
    text.split_inclusive('\n').map(move |line| {
        at += line.len();
        at - line.len()..at
    })
}

fn is_separator(line: &str) -> bool {
    line.trim_end() == SEPARATOR
}

/// Returns `true` if a line is a comment of a few dashes. A longer row of dashes is a ruler.
fn is_near_miss(line: &str) -> bool {
    let Some(rest) = line.trim().strip_prefix("//") else { return false };
    let dashes = rest.trim_start();
    !is_separator(line)
        && (3..=7).contains(&dashes.len())
        && dashes.bytes().all(|byte| byte == b'-')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn split_requires_a_separator_alone_in_its_line() {
        let text = "a\n// -----\nb // -----\n// -----\r\n\n// ----- x\nc";
        let parts: Vec<&str> = split(text).into_iter().map(|range| &text[range]).collect();
        assert_eq!(parts, ["a\n", "b // -----\n", "\n// ----- x\nc"]);
        assert_eq!(split("a").len(), 1);
        assert_eq!(split("// -----"), [0..0, 8..8]);
    }

    #[test]
    fn near_misses_exclude_rulers() {
        let text = "// ----\n//-----\n  // -----\n// -----\n//----------------\n// --\n";
        let starts: Vec<u32> =
            near_misses(text, 100).iter().map(|diag| diag.span().start).collect();
        assert_eq!(starts, [100, 108, 118]);
    }
}
