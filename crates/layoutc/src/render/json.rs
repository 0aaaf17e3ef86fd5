//! Diagnostics as JSON, one object a line.

use super::header::locate;
use crate::streams::text::json_text;
use compiler::Explanation;
use ir::diag::{CoreRequirement, Diag, Note, StrideConflict};
use ir::source::{SourceMap, Span};
use serde_json::{Value, json};

/// Renders one diagnostic.
pub(super) fn render(diag: &Diag, sources: &SourceMap) -> String {
    let labels = diag.labels.iter();
    let labels =
        labels.filter_map(|label| span(label.span, label.is_primary, &label.text, sources));
    let suggestions = diag.suggestions.iter().map(|suggestion| {
        json!({ "span": span(suggestion.span, true, "", sources), "text": suggestion.text })
    });
    let mut object = json!({
        "severity": diag.severity.to_string(),
        "code": diag.code.to_string(),
        "message": diag.message,
        "spans": labels.collect::<Value>(),
        "notes": notes(&diag.notes, sources),
        "suggestions": suggestions.collect::<Value>(),
    });
    // Only diagnostics of conflicting stride requirements have this member.
    if let Some(conflict) = &diag.conflict {
        object["conflict"] = conflict_value(conflict, sources);
    }
    json_text(&object) + "\n"
}

fn conflict_value(conflict: &StrideConflict, sources: &SourceMap) -> Value {
    let core = conflict.core.iter().map(|requirement| requirement_value(requirement, sources));
    let corrections = conflict.corrections.iter().map(|correction| {
        let strides: Value = correction.strides.values().map(|stride| stride.get()).collect();
        json!({ "removed": correction.removed, "strides": strides })
    });
    json!({ "core": core.collect::<Value>(), "corrections": corrections.collect::<Value>() })
}

fn requirement_value(requirement: &CoreRequirement, sources: &SourceMap) -> Value {
    let spans = requirement.sources.iter();
    json!({
        "kind": requirement.origin.kind(),
        "requirement": requirement.origin.req().map(|req| req.to_string()),
        "text": requirement.text,
        "spans": spans.filter_map(|source| span(source.span, true, "", sources)).collect::<Value>(),
    })
}

fn notes(notes: &[Note], sources: &SourceMap) -> Value {
    notes
        .iter()
        .map(|note| {
            let spans: Value = span(note.span, true, "", sources).into_iter().collect();
            json!({ "message": note.message, "spans": spans })
        })
        .collect()
}

/// Renders an explanation.
pub(super) fn explain(fact: &Explanation, sources: &SourceMap) -> String {
    let spans = span(fact.span, true, "", sources).into_iter().collect();
    remark_line(&fact.message, spans, notes(&fact.notes, sources))
}

/// Renders a remark without a position or code.
pub(super) fn remark(message: &str) -> String {
    remark_line(message, json!([]), json!([]))
}

fn remark_line(message: &str, spans: Value, notes: Value) -> String {
    let object = json!({
        "severity": "remark",
        "code": null,
        "message": message,
        "spans": spans,
        "notes": notes,
        "suggestions": [],
    });
    json_text(&object) + "\n"
}

/// Returns a position; `None` if there is none. Byte offsets count from the start of the file.
fn span(span: Span, is_primary: bool, label: &str, sources: &SourceMap) -> Option<Value> {
    let (file, range) = locate(span, sources)?;
    let (line, column) = file.line_col(span.start);
    Some(json!({
        "file": file.name,
        "line": line,
        "column": column,
        "byte_start": range.start,
        "byte_end": range.end,
        "primary": is_primary,
        "label": label,
    }))
}
