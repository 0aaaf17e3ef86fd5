//! Diagnostics as JSON, one object a line.

use super::explanation::Explanation;
use super::header::place;
use crate::streams::json::{Json, Object, Written, list};
use ir::diag::{CoreRequirement, Diag, Note, StrideConflict};
use ir::source::{SourceMap, Span};

/// Renders one diagnostic.
pub(super) fn render(diag: &Diag, sources: &SourceMap) -> String {
    let mut out = String::new();
    let labels = diag.labels.iter();
    let spans = labels.filter_map(|it| span(it.span, it.is_primary, &it.text, sources));
    let suggestions = diag.suggestions.iter().map(|it| {
        Written(|out: &mut String| {
            let place = span(it.span, true, "", sources);
            Object::new(out).member("span", place).member("text", it.text.as_str()).end();
        })
    });
    let object = Object::new(&mut out)
        .member("severity", diag.severity.to_string().as_str())
        .member("code", diag.code.to_string().as_str())
        .member("message", diag.message.as_str())
        .with("spans", |out| list(spans, out))
        .with("notes", |out| list(diag.notes.iter().map(|it| note(it, sources)), out))
        .with("suggestions", |out| list(suggestions, out));
    match &diag.conflict {
        Some(it) => object.with("conflict", |out| write_conflict(it, sources, out)).end(),
        None => object.end(),
    }
    out + "\n"
}

/// Writes a conflict, which only diagnostics of conflicting stride requirements have.
fn write_conflict(conflict: &StrideConflict, sources: &SourceMap, out: &mut String) {
    let core = conflict.core.iter().map(|it| requirement(it, sources));
    let corrections = conflict.corrections.iter().map(|it| {
        Written(|out: &mut String| {
            let strides = it.strides.values().map(|stride| stride.get());
            let object = Object::new(out).member("removed", it.removed);
            object.with("strides", |out| list(strides, out)).end();
        })
    });
    let object = Object::new(out).with("core", |out| list(core, out));
    object.with("corrections", |out| list(corrections, out)).end();
}

fn requirement<'a>(it: &'a CoreRequirement, sources: &'a SourceMap) -> impl Json + 'a {
    Written(move |out: &mut String| {
        let places = it.sources.iter().filter_map(|it| span(it.span, true, "", sources));
        Object::new(out)
            .member("kind", it.kind.to_string().as_str())
            .member("requirement", it.req.as_ref().map(ToString::to_string).as_deref())
            .member("text", it.text.as_str())
            .with("spans", |out| list(places, out))
            .end();
    })
}

fn note<'a>(note: &'a Note, sources: &'a SourceMap) -> impl Json + 'a {
    Written(move |out: &mut String| {
        let place = span(note.span, true, "", sources);
        let object = Object::new(out).member("message", note.message.as_str());
        object.with("spans", |out| list(place.iter(), out)).end();
    })
}

/// Renders an explanation.
pub(super) fn explain(fact: &Explanation, sources: &SourceMap) -> String {
    let mut out = String::new();
    let place = span(fact.span, true, "", sources);
    Object::new(&mut out)
        .member("severity", "remark")
        .member("code", None::<&str>)
        .member("message", fact.message.as_str())
        .with("spans", |out| list(place.iter(), out))
        .with("notes", |out| list(fact.notes.iter().map(|it| note(it, sources)), out))
        .member("suggestions", Vec::<&str>::new())
        .end();
    out + "\n"
}

/// Renders a remark without a position or code.
pub(super) fn remark(message: &str) -> String {
    let fact = Explanation { span: Span::NONE, message: message.to_owned(), notes: Vec::new() };
    explain(&fact, &SourceMap::default())
}

/// Returns a position; `None` if there is none. Byte offsets count from the start of the file.
fn span<'a>(
    span: Span,
    is_primary: bool,
    label: &'a str,
    sources: &'a SourceMap,
) -> Option<impl Json + 'a> {
    let (file, range) = place(span, sources)?;
    let (line, column) = file.line_col(span.start);
    Some(Written(move |out: &mut String| {
        Object::new(out)
            .member("file", file.name.as_str())
            .member("line", line)
            .member("column", column)
            .member("byte_start", range.start)
            .member("byte_end", range.end)
            .member("primary", is_primary)
            .member("label", label)
            .end();
    }))
}
