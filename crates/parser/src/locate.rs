//! Locates the parts of a text that diagnostics name: attributes, keys and values of encodings, operands, types.

use crate::record::{PartRecorder, WantedParts};
use crate::state::Parser;
use ir::Registry;
use ir::diag::{Diag, Sink};
use ir::source::{PathStep, Span};

/// Replaces the places of diagnostics that name parts of entities of a text by the spans of these parts.
///
/// `text` begins at position `base` of the source map. It is read once more, if a diagnostic names a part of it. A part
/// that the text does not show is replaced by the smallest part around it; a suggestion for it is dropped. Names that replace quoted ones are quoted.
pub fn locate(text: &str, base: u32, registry: &Registry, diags: &mut [Diag]) {
    let mut wanted = WantedParts::default();
    let end = base as usize + text.len();
    for_each_place(diags, |span, path| {
        let is_inside = span.start >= base && (span.start as usize) < end;
        if is_inside && (!path.is_empty() || is_start(*span)) {
            // A part that the text does not show is replaced by one around it.
            let of_entity = wanted.entry(span.start).or_default();
            of_entity.extend((0..=path.len()).map(|len| path[..len].to_vec()));
        }
        true
    });
    if wanted.is_empty() {
        return;
    }
    let mut sink = Sink::default();
    let mut parser = Parser::new(text, base, registry, &mut sink);
    parser.recorder = Some(Box::new(PartRecorder::new(wanted)));
    parser.file();
    let Some(recorder) = parser.recorder.take() else { return };
    for_each_place(diags, |span, path| replace(&recorder, span, path));
    for wanted in diags.iter_mut().flat_map(|diag| &mut diag.suggestions) {
        let (start, end) =
            (wanted.span.start.saturating_sub(base), wanted.span.end.saturating_sub(base));
        quote_as(text.get(start as usize..end as usize), &mut wanted.text);
    }
}

/// Quotes a name that replaces a quoted one: an op in generic form, or a key.
fn quote_as(replaced: Option<&str>, name: &mut String) {
    let is_quoted = |text: &str| text.starts_with('"');
    if replaced.is_some_and(is_quoted) && !is_quoted(name) && !name.is_empty() {
        *name = format!("\"{name}\"");
    }
}

/// `true` if a span is the first byte of an entity, whose end is unknown.
fn is_start(span: Span) -> bool {
    span.is_some() && span.end - span.start == 1
}

/// Replaces a place by the span of its part; returns `true` if the text shows the whole path.
fn replace(recorder: &PartRecorder<'_>, span: &mut Span, path: &mut Vec<PathStep>) -> bool {
    if !span.is_some() || (path.is_empty() && !is_start(*span)) {
        return true;
    }
    let lengths = (0..=path.len()).rev();
    let found = lengths.filter_map(|len| Some((len, recorder.part(span.start, &path[..len])?)));
    let Some((len, part)) = found.into_iter().next() else { return path.is_empty() };
    let is_whole = len == path.len();
    *span = part;
    path.clear();
    is_whole
}

/// Visits the places of labels, notes and suggestions; a suggestion for which `visit` returns `false` is dropped.
fn for_each_place(
    diags: &mut [Diag],
    mut visit: impl FnMut(&mut Span, &mut Vec<PathStep>) -> bool,
) {
    for diag in diags {
        diag.labels.iter_mut().for_each(|label| _ = visit(&mut label.span, &mut label.path));
        diag.notes.iter_mut().for_each(|note| _ = visit(&mut note.span, &mut note.path));
        diag.suggestions.retain_mut(|wanted| visit(&mut wanted.span, &mut wanted.path));
    }
}
