//! The text locations of the parts that diagnostics name: attributes, keys and values of encodings, operands, types.

use crate::record::{PartRecorder, RequestedParts};
use crate::state::Parser;
use ir::Registry;
use ir::diag::{Diag, Sink};
use ir::source::{PathStep, Span};

/// Replaces entity paths in diagnostics by the spans of the parts that they name.
///
/// `text` begins at position `base` of the source map. It is parsed again if a diagnostic names a part of it. If the
/// text does not contain a part, the smallest enclosing part replaces it, and a suggestion for it is removed. A
/// suggested name that replaces a quoted name is quoted.
pub(crate) fn locate(text: &str, base: u32, registry: &Registry, diags: &mut [Diag]) {
    let mut requested = RequestedParts::default();
    let end = base as usize + text.len();
    for_each_place(diags, |span, path| {
        let is_inside = span.start >= base && (span.start as usize) < end;
        if is_inside && (!path.is_empty() || is_start(*span)) {
            // The enclosing parts are requested too, in case the text does not contain the part.
            let of_entity = requested.entry(span.start).or_default();
            of_entity.extend((0..=path.len()).map(|len| path[..len].to_vec()));
        }
        true
    });
    if requested.is_empty() {
        return;
    }
    let mut sink = Sink::default();
    let mut parser = Parser::new(text, base, registry, &mut sink);
    parser.recorder = Some(Box::new(PartRecorder::new(requested)));
    parser.file();
    let Some(recorder) = parser.recorder.take() else { return };
    for_each_place(diags, |span, path| {
        let bytes = bytes_of(path);
        let is_whole = replace(&recorder, span, path);
        if let Some(bytes) = bytes {
            *span = inside_quotes(text, base, *span, bytes);
        }
        is_whole
    });
    for suggestion in diags.iter_mut().flat_map(|diag| &mut diag.suggestions) {
        let start = suggestion.span.start.saturating_sub(base);
        let end = suggestion.span.end.saturating_sub(base);
        quote_as(text.get(start as usize..end as usize), &mut suggestion.text);
    }
}

/// Removes the last step of a path if it names bytes of a text in quotes, and returns these bytes.
fn bytes_of(path: &mut Vec<PathStep>) -> Option<(usize, usize)> {
    let Some(PathStep::Bytes(start, end)) = path.last().cloned() else { return None };
    path.pop();
    Some((start, end))
}

/// Returns the span of bytes inside a text in quotes. Returns the span of the whole text if it has escapes, so that its
/// bytes differ from those of the string.
fn inside_quotes(text: &str, base: u32, span: Span, (start, end): (usize, usize)) -> Span {
    let range = span.start.saturating_sub(base) as usize..span.end.saturating_sub(base) as usize;
    let quoted = text.get(range).unwrap_or_default();
    let inner = quoted.strip_prefix('"').and_then(|inner| inner.strip_suffix('"'));
    match inner {
        Some(inner) if !inner.contains('\\') && start <= end && end <= inner.len() => {
            // An empty part is the quote after it.
            let (start, end) = (start as u32 + 1, (end as u32 + 1).max(start as u32 + 2));
            Span::new(span.start + start, span.start + end)
        }
        _ => span,
    }
}

/// Quotes a name that replaces a quoted one, such as a key or the name of a generic op.
fn quote_as(replaced: Option<&str>, name: &mut String) {
    fn is_quoted(text: &str) -> bool {
        text.starts_with('"')
    }
    if replaced.is_some_and(is_quoted) && !is_quoted(name) && !name.is_empty() {
        *name = format!("\"{name}\"");
    }
}

/// Returns `true` if a span is only the first byte of an entity, whose end is unknown.
fn is_start(span: Span) -> bool {
    span.is_some() && span.end - span.start == 1
}

/// Replaces a path by the span of its part. Returns `true` if the text contains the whole path.
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

/// Calls `visit` for the paths of labels, notes, conflicting requirements and suggestions. A suggestion for which it returns `false` is removed.
fn for_each_place(
    diags: &mut [Diag],
    mut visit: impl FnMut(&mut Span, &mut Vec<PathStep>) -> bool,
) {
    for diag in diags {
        diag.labels.iter_mut().for_each(|label| _ = visit(&mut label.span, &mut label.path));
        diag.notes.iter_mut().for_each(|note| _ = visit(&mut note.span, &mut note.path));
        let core = diag.conflict.iter_mut().flat_map(|conflict| &mut conflict.core);
        core.flat_map(|requirement| &mut requirement.sources)
            .for_each(|place| _ = visit(&mut place.span, &mut place.path));
        diag.suggestions.retain_mut(|suggestion| visit(&mut suggestion.span, &mut suggestion.path));
    }
}
