//! Expected diagnostics, for `--verify-diagnostics`.
//!
//! The comments have MLIR's syntax: `// expected-error@+1 {{text}}`. [`directive`] parses one of them. This module
//! collects the expectations of a chunk and compares them with the reported diagnostics. Every error, warning and
//! remark must be expected; notes are optional. A comment that resembles an expectation but is not a valid one is an
//! error.

mod directive;

use directive::{ExpectedKind, ExpectedLine, MessagePattern};
use ir::diag::{Code, Diag, code, nearest};
use ir::source::{SourceFile, Span};
use std::ops::Range;

/// An expectation with a resolved line.
#[derive(Debug)]
struct Expectation {
    kind: ExpectedKind,
    /// The line, counted from 1; `None` for diagnostics without a position.
    line: Option<u32>,
    code: Option<Code>,
    pattern: MessagePattern,
    span: Span,
    is_met: bool,
}

/// Compares the diagnostics of a chunk with the expectations in it, and returns the mismatches as errors.
pub(crate) fn check(file: &SourceFile, chunk: Range<usize>, diags: &[Diag]) -> Vec<Diag> {
    let (mut expectations, mut faults) = collect(file, chunk);
    for diag in diags {
        let line = line_of(file, diag.span());
        if !meet(&mut expectations, diag.severity.into(), line, Some(diag.code), &diag.message) {
            faults.push(unexpected(diag));
        }
    }
    // Notes are matched last, so that a note never satisfies the expectation of a diagnostic.
    for diag in diags {
        let home = line_of(file, diag.span());
        let notes = diag.notes.iter().map(|note| (note.span, &note.message));
        let labels = diag.labels.iter().map(|label| (label.span, &label.text));
        for (span, text) in notes.chain(labels) {
            meet(&mut expectations, ExpectedKind::Note, line_of(file, span).or(home), None, text);
        }
    }
    faults.extend(expectations.iter().filter(|expected| !expected.is_met).map(missing));
    faults
}

/// Marks the first expectation that a diagnostic meets. Returns `true` if there is one.
fn meet(
    expectations: &mut [Expectation],
    kind: ExpectedKind,
    line: Option<u32>,
    code: Option<Code>,
    text: &str,
) -> bool {
    let met = expectations.iter_mut().find(|expected| {
        !expected.is_met
            && expected.kind == kind
            && expected.line == line
            && (expected.code.is_none() || expected.code == code)
            && expected.pattern.matches(text)
    });
    met.map(|expected| expected.is_met = true).is_some()
}

fn unexpected(diag: &Diag) -> Diag {
    let message = format!("unexpected {}[{}]: {}", diag.severity, diag.code, diag.message);
    let mut unexpected = diag.clone();
    unexpected.severity = ir::diag::Severity::Error;
    unexpected.code = code::EXPECTATION;
    unexpected.message = message;
    unexpected
}

fn missing(expected: &Expectation) -> Diag {
    let place =
        expected.line.map_or("without a position".to_owned(), |line| format!("in line {line}"));
    let code = expected.code.map(|code| format!("[{code}]")).unwrap_or_default();
    let message = format!(
        "expected {}{code} {{{{{}}}}} {place}, which was not reported",
        expected.kind, expected.pattern
    );
    Diag::error(code::EXPECTATION, expected.span, message)
}

fn line_of(file: &SourceFile, span: Span) -> Option<u32> {
    let offset = span.start.checked_sub(file.base)? as usize;
    (span.is_some() && offset <= file.text.len()).then(|| file.line_col(span.start).0)
}

/// Returns the expectations of a chunk, and an error for each comment that only resembles one.
fn collect(file: &SourceFile, chunk: Range<usize>) -> (Vec<Expectation>, Vec<Diag>) {
    let first = file.line_col(file.base + chunk.start as u32).0;
    let last = file.line_col(file.base + chunk.end as u32).0;
    let mut found = Vec::new();
    let mut faults = Vec::new();
    let mut at = chunk.start;
    for (line, number) in file.text[chunk].split_inclusive('\n').zip(first..) {
        if let Some(comment) = comment_start(line) {
            let base = file.base + (at + comment) as u32;
            read_comment(line[comment..].trim_end(), number, base, &mut found, &mut faults);
        }
        at += line.len();
    }
    let lines: Vec<u32> = found.iter().map(|entry| entry.0).collect();
    let mut expectations = Vec::new();
    for (number, span, directive) in found {
        match resolve(directive.place, number, &lines, first..=last) {
            Ok(line) => expectations.push(Expectation {
                kind: directive.kind,
                line,
                code: directive.code,
                pattern: directive.pattern,
                span,
                is_met: false,
            }),
            Err(message) => faults.push(Diag::error(code::EXPECTATION, span, message)),
        }
    }
    (expectations, faults)
}

type FoundDiag = (u32, Span, directive::ExpectedDirective);

/// Returns the span of bytes of a comment that starts at `base`.
fn span_at(base: u32, bytes: Range<usize>) -> Span {
    Span::new(base + bytes.start as u32, base + bytes.end as u32)
}

fn read_comment(
    comment: &str,
    number: u32,
    base: u32,
    found: &mut Vec<FoundDiag>,
    faults: &mut Vec<Diag>,
) {
    let mut at = 0;
    while let Some(start) = comment[at..].find("expected-").map(|start| at + start) {
        let whole_word = !comment[..start].ends_with(|c: char| c.is_alphanumeric() || c == '_');
        let directive = match whole_word {
            true => directive::parse(&comment[start..]),
            false => Err("`expected-` is part of a longer word".to_owned()),
        };
        match directive {
            Ok((parsed, length)) => {
                at = start + length;
                found.push((number, span_at(base, start..at), parsed));
            }
            Err(message) => {
                let span = span_at(base, start..comment.len());
                faults.push(Diag::error(code::EXPECTATION, span, message));
                return;
            }
        }
    }
    if at == 0 && comment.contains("{{") {
        faults.extend(look_alike(comment, base));
    }
}

/// Returns an error if a comment without a directive has a word that resembles `expected-error` or another directive.
fn look_alike(comment: &str, base: u32) -> Option<Diag> {
    let words = comment.split(|c: char| !(c.is_alphanumeric() || c == '-' || c == '_'));
    let known = ["expected-error", "expected-warning", "expected-remark", "expected-note"];
    words.filter(|word| !word.is_empty()).find_map(|word| {
        let near = nearest(&word.replace('_', "-"), known).or_else(|| {
            known.into_iter().find(|name| word.replace('_', "-").eq_ignore_ascii_case(name))
        })?;
        // `word` is a slice of `comment`, so the difference of the addresses is the offset.
        let start = word.as_ptr() as usize - comment.as_ptr() as usize;
        let span = span_at(base, start..start + word.len());
        let message = format!("`{word}` resembles an expectation, but is not one");
        Some(Diag::error(code::EXPECTATION, span, message).did_you_mean(span, Some(near)))
    })
}

/// Returns the line to which an expectation in line `number` refers; `None` for `@unknown`.
fn resolve(
    place: ExpectedLine,
    number: u32,
    taken: &[u32],
    chunk: std::ops::RangeInclusive<u32>,
) -> Result<Option<u32>, String> {
    let line = match place {
        ExpectedLine::Unknown => return Ok(None),
        ExpectedLine::Offset(offset) => i64::from(number) + offset,
        ExpectedLine::Above => free_line(i64::from(number), -1, taken),
        ExpectedLine::Below => free_line(i64::from(number), 1, taken),
    };
    match u32::try_from(line) {
        Ok(line) if chunk.contains(&line) => Ok(Some(line)),
        _ => Err(format!(
            "the expectation is for line {line}, but the chunk has lines {} to {}",
            chunk.start(),
            chunk.end()
        )),
    }
}

/// Returns the nearest line in a direction without an expectation.
fn free_line(from: i64, step: i64, taken: &[u32]) -> i64 {
    let mut line = from + step;
    while taken.iter().any(|&number| i64::from(number) == line) {
        line += step;
    }
    line
}

/// Returns the offset of the comment in a line, with strings in MLIR's syntax. A test can expect the error of an
/// unclosed string, so a comment in such a string still counts.
fn comment_start(line: &str) -> Option<usize> {
    let bytes = line.as_bytes();
    let mut at = 0;
    let mut quote = None;
    while at < bytes.len() {
        match (bytes[at], quote) {
            (b'\\', Some(_)) => at += 1,
            (b'"', Some(_)) => quote = None,
            (b'"', None) => quote = Some(at),
            (b'/', None) if bytes.get(at + 1) == Some(&b'/') => return Some(at),
            _ => {}
        }
        at += 1;
    }
    let open = quote?;
    line[open..].find("//").map(|comment| open + comment)
}

#[cfg(test)]
mod tests;
