//! Diagnostics with source snippets, drawn by annotate-snippets.
//!
//! The renderer receives only the few lines that have a mark, so that its cost does not grow with the file. It receives
//! only byte ranges inside these lines that split no character, because it panics on others.

use super::header::{REMARK, header, locate, title};
use crate::streams::text::{one_line, same_length};
use annotate_snippets::{AnnotationKind, Group, Level, Patch, Renderer, Snippet};
use compiler::Explanation;
use ir::diag::{Diag, Note, Replacement, Severity, SpanLabel};
use ir::source::{SourceFile, SourceLocation, SourceMap, Span};
use std::ops::Range;

/// Labels farther than this number of lines from the primary one get a snippet of their own.
const NEAR_LINES: u32 = 12;
/// The number of bytes on each side of the mark that are drawn of a long line.
const LINE_BYTES: usize = 600;

pub(super) fn render(diag: &Diag, sources: &SourceMap, color: bool) -> String {
    let mut out = header(diag, sources, color) + "\n";
    let (near, far) = near_and_far(diag.span(), &diag.labels, sources);
    let level = match diag.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Remark => Level::INFO,
    };
    let mut group = Group::with_level(level);
    if let Some(window) = SnippetLines::over(&near, sources) {
        group = group.element(window.snippet(&near, sources));
    }
    for note in diag.notes.iter().filter(|note| locate(note.span, sources).is_none()) {
        group = group.element(Level::NOTE.message(one_line(&note.message)));
    }
    draw(group, color, &mut out);
    let placed = diag.notes.iter().map(|note| (note.span, note.message.as_str()));
    let far = far.iter().map(|label| (label.span, label.text.as_str()));
    for (span, message) in far.chain(placed).filter(|note| locate(note.0, sources).is_some()) {
        note(span, message, sources, color, &mut out);
    }
    // A note that names the replacement is shorter than a patch of the line.
    fn named(diag: &Diag, replacement: &&Replacement) -> bool {
        let texts = [replacement.text.as_str(), replacement.text.trim_matches('"')]
            .map(|text| format!("did you mean `{text}`?"));
        diag.notes.iter().any(|note| texts.contains(&note.message))
    }
    for replacement in diag.suggestions.iter().filter(|replacement| !named(diag, replacement)) {
        suggestion(replacement, sources, color, &mut out);
    }
    out
}

/// Renders an explanation: one snippet with all positions nearby, then the reasons in their order, each with its
/// position.
pub(super) fn explain(fact: &Explanation, sources: &SourceMap, color: bool) -> String {
    let mut out = title(fact.span, REMARK, None, &fact.message, sources, color) + "\n";
    let mut labels = vec![mark(fact.span, true)];
    for note in fact.notes.iter().filter(|note| locate(note.span, sources).is_some()) {
        if labels.iter().all(|label| label.span.start != note.span.start) {
            labels.push(mark(note.span, false));
        }
    }
    let (near, far) = near_and_far(fact.span, &labels, sources);
    let mut group = Group::with_level(Level::INFO);
    // Below another fact about the same position, the snippet is not repeated.
    if (near.len() > 1 || fact.notes.is_empty())
        && let Some(window) = SnippetLines::over(&near, sources)
    {
        group = group.element(window.snippet(&near, sources));
    }
    let lines: Vec<String> = fact.notes.iter().map(|note| with_location(note, sources)).collect();
    for line in &lines {
        group = group.element(Level::NOTE.message(one_line(line)));
    }
    draw(group, color, &mut out);
    for label in far {
        let here = fact.notes.iter().find(|note| note.span.start == label.span.start);
        let message = here.map_or("", |note| note.message.as_str());
        note(label.span, message, sources, color, &mut out);
    }
    out
}

/// Returns `text (file.mlir:3:9)`.
fn with_location(note: &Note, sources: &SourceMap) -> String {
    match sources.describe(note.span) {
        Some(place) => format!("{} ({place})", note.message),
        None => note.message.clone(),
    }
}

/// Returns a label without text.
fn mark(span: Span, is_primary: bool) -> SpanLabel {
    SpanLabel::new(SourceLocation::new(span), is_primary, String::new())
}

fn draw(group: Group<'_>, color: bool, out: &mut String) {
    if group.is_empty() {
        return;
    }
    let renderer = if color { Renderer::styled() } else { Renderer::plain() };
    out.push_str(&renderer.render(&[group]));
    out.push('\n');
}

/// Renders a note with a snippet of its own line.
fn note(span: Span, message: &str, sources: &SourceMap, color: bool, out: &mut String) {
    out.push_str(&title(span, "note", None, message, sources, color));
    out.push('\n');
    let label = mark(span, false);
    let labels = [&label];
    if let Some(window) = SnippetLines::over(&labels, sources) {
        draw(Group::with_level(Level::NOTE).element(window.snippet(&labels, sources)), color, out);
    }
}

/// Renders a replacement as a change to the line.
fn suggestion(suggestion: &Replacement, sources: &SourceMap, color: bool, out: &mut String) {
    let Some((file, range)) = locate(suggestion.span, sources) else { return };
    let label = mark(suggestion.span, true);
    let Some(window) = SnippetLines::over(&[&label], sources) else { return };
    let old = &file.text[range.clone()];
    let new = suggestion.text.as_str();
    // A patch is hard to read if the change spans lines, or if the lines are long.
    if range.end > window.bytes.end || new.contains('\n') || old.contains('\n') || window.is_cut {
        return;
    }
    let title = match (old.is_empty(), new.is_empty()) {
        (true, _) => format!("insert `{new}`"),
        (_, true) => format!("remove `{old}`"),
        _ => format!("use `{new}`"),
    };
    let title = Level::HELP.secondary_title(one_line(&title).into_owned());
    let patch = Patch::new(window.relative(&range), one_line(new));
    let snippet = Snippet::source(window.text()).line_start(window.line as usize).patch(patch);
    draw(Group::with_title(title).element(snippet), color, out);
}

/// Returns the labels that fit into one snippet around the primary one, and the others.
fn near_and_far<'a>(
    home: Span,
    labels: &'a [SpanLabel],
    sources: &SourceMap,
) -> (Vec<&'a SpanLabel>, Vec<&'a SpanLabel>) {
    let home = locate(home, sources).map(|(file, range)| (file.base, line_of(file, &range)));
    labels.iter().partition(|label| {
        let there =
            locate(label.span, sources).map(|(file, range)| (file.base, line_of(file, &range)));
        let (Some((base, line)), Some((file, other))) = (home, there) else { return true };
        base == file && line.abs_diff(other) <= NEAR_LINES
    })
}

fn line_of(file: &SourceFile, range: &Range<usize>) -> u32 {
    file.line_col(file.base + range.start as u32).0
}

/// A range of whole lines of one file, or a part of one very long line.
struct SnippetLines<'a> {
    file: &'a SourceFile,
    /// The number of the first line.
    line: u32,
    bytes: Range<usize>,
    /// `true` if this is a part of a line.
    is_cut: bool,
}

impl<'a> SnippetLines<'a> {
    /// Returns the lines in which the labels start.
    fn over(labels: &[&SpanLabel], sources: &'a SourceMap) -> Option<SnippetLines<'a>> {
        let places: Vec<_> =
            labels.iter().filter_map(|label| locate(label.span, sources)).collect();
        let (file, main) = places.first()?;
        let lines = places.iter().map(|(_, range)| line_of(file, range));
        let first = lines.clone().min()?;
        let last = lines.max()?;
        let bytes = file.line_range(first).start..file.line_range(last).end;
        let longest = (first..=last).map(|line| file.line_range(line).len()).max().unwrap_or(0);
        if longest <= 4 * LINE_BYTES {
            return Some(SnippetLines { file, line: first, bytes, is_cut: false });
        }
        let line = line_of(file, main);
        let whole = file.line_range(line);
        let start = whole.start.max(file.clamp(main.start.saturating_sub(LINE_BYTES)));
        let end = whole.end.min(file.clamp(main.start + LINE_BYTES));
        Some(SnippetLines { file, line, bytes: start..end.max(start), is_cut: true })
    }

    fn text(&self) -> std::borrow::Cow<'a, str> {
        same_length(&self.file.text[self.bytes.clone()])
    }

    fn relative(&self, range: &Range<usize>) -> Range<usize> {
        range.start - self.bytes.start..range.end.min(self.bytes.end) - self.bytes.start
    }

    fn snippet(
        &self,
        labels: &[&'a SpanLabel],
        sources: &SourceMap,
    ) -> Snippet<'a, annotate_snippets::Annotation<'a>> {
        let mut snippet = Snippet::source(self.text()).line_start(self.line as usize);
        for label in labels {
            let Some((_, range)) = locate(label.span, sources) else { continue };
            // A label outside the range is on another line than the cut one.
            if !(self.bytes.start..=self.bytes.end).contains(&range.start) {
                continue;
            }
            let range = self.relative(&self.mark(range));
            let kind =
                if label.is_primary { AnnotationKind::Primary } else { AnnotationKind::Context };
            let text = (!label.text.is_empty()).then(|| one_line(&label.text));
            snippet = snippet.annotation(kind.span(range).label(text));
        }
        snippet
    }

    /// Returns the range to underline, which ends with its first line. For an op, whose span has only its start, this
    /// is the first token.
    fn mark(&self, range: Range<usize>) -> Range<usize> {
        let line = self.file.line_range(line_of(self.file, &range));
        let end =
            if range.len() <= 1 { token_end(&self.file.text, range.start) } else { range.end };
        range.start..end.max(range.end).min(line.end).max(range.start)
    }
}

/// Returns the end of the name, number or quoted text that starts at `start`; `start` itself if there is none.
fn token_end(text: &str, start: usize) -> usize {
    let rest = &text[start..];
    if let Some(quoted) = rest.strip_prefix('"') {
        let end = quoted.find(['"', '\n']).filter(|&end| quoted[end..].starts_with('"'));
        return start + end.map_or(1, |end| end + 2);
    }
    // A position inside a word denotes a character, not the word.
    fn word(c: char) -> bool {
        c.is_alphanumeric() || matches!(c, '_' | '.' | '$')
    }
    if text[..start].chars().next_back().is_some_and(word) {
        return start;
    }
    let sigil = rest.starts_with(['%', '@', '#', '!', '^']) as usize;
    let length = rest[sigil..].find(|c: char| !word(c)).unwrap_or(rest.len() - sigil);
    start + if length == 0 { 0 } else { sigil + length }
}
