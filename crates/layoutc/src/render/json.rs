//! Diagnostics as JSON, one object a line.

use super::explanation::Explanation;
use super::header::place;
use crate::streams::text::json_string;
use ir::diag::{CoreRequirement, Diag, Note, StrideConflict};
use ir::layout::Correction;
use ir::source::{SourceMap, Span};

/// Renders one diagnostic.
pub(super) fn render(diag: &Diag, sources: &SourceMap) -> String {
    let mut out =
        format!("{{\"severity\":\"{}\",\"code\":\"{}\",\"message\":", diag.severity, diag.code);
    json_string(&diag.message, &mut out);
    out.push_str(",\"spans\":");
    list(&mut out, &diag.labels, |label, out| {
        span(label.span, label.is_primary, &label.text, sources, out)
    });
    out.push_str(",\"notes\":");
    list(&mut out, &diag.notes, |note, out| write_note(note, sources, out));
    out.push_str(",\"suggestions\":");
    list(&mut out, &diag.suggestions, |suggestion, out| {
        out.push_str("{\"span\":");
        if !span(suggestion.span, true, "", sources, out) {
            out.push_str("null");
        }
        out.push_str(",\"text\":");
        json_string(&suggestion.text, out);
        out.push('}');
        true
    });
    if let Some(conflict) = &diag.conflict {
        write_conflict(conflict, sources, &mut out);
    }
    out.push_str("}\n");
    out
}

/// Writes the member `conflict`, which only diagnostics of conflicting stride requirements have.
fn write_conflict(conflict: &StrideConflict, sources: &SourceMap, out: &mut String) {
    out.push_str(",\"conflict\":{\"core\":");
    list(out, &conflict.core, |requirement, out| write_requirement(requirement, sources, out));
    out.push_str(",\"corrections\":");
    list(out, &conflict.corrections, |correction, out| {
        let Correction { removed, strides, .. } = correction;
        let strides: Vec<String> =
            strides.values().map(|stride| stride.get().to_string()).collect();
        out.push_str(&format!("{{\"removed\":{removed},\"strides\":[{}]}}", strides.join(",")));
        true
    });
    out.push('}');
}

fn write_requirement(requirement: &CoreRequirement, sources: &SourceMap, out: &mut String) -> bool {
    out.push_str(&format!("{{\"kind\":\"{}\",\"requirement\":", requirement.kind));
    match &requirement.req {
        Some(req) => json_string(&req.to_string(), out),
        None => out.push_str("null"),
    }
    out.push_str(",\"text\":");
    json_string(&requirement.text, out);
    out.push_str(",\"spans\":");
    list(out, &requirement.sources, |source, out| span(source.span, true, "", sources, out));
    out.push('}');
    true
}

fn write_note(note: &Note, sources: &SourceMap, out: &mut String) -> bool {
    out.push_str("{\"message\":");
    json_string(&note.message, out);
    out.push_str(",\"spans\":[");
    span(note.span, true, "", sources, out);
    out.push_str("]}");
    true
}

/// Renders an explanation.
pub(super) fn explain(fact: &Explanation, sources: &SourceMap) -> String {
    let mut out = String::from("{\"severity\":\"remark\",\"code\":null,\"message\":");
    json_string(&fact.message, &mut out);
    out.push_str(",\"spans\":[");
    span(fact.span, true, "", sources, &mut out);
    out.push_str("],\"notes\":");
    list(&mut out, &fact.notes, |note, out| write_note(note, sources, out));
    out.push_str(",\"suggestions\":[]}\n");
    out
}

/// Renders a remark without a position or code.
pub(super) fn remark(message: &str) -> String {
    let mut out = String::from("{\"severity\":\"remark\",\"code\":null,\"message\":");
    json_string(message, &mut out);
    out.push_str(",\"spans\":[],\"notes\":[],\"suggestions\":[]}\n");
    out
}

/// Writes `[a,b]`. `write` returns `false` for items without output, which are left out.
fn list<T>(out: &mut String, items: &[T], mut write: impl FnMut(&T, &mut String) -> bool) {
    out.push('[');
    let mut first = true;
    for item in items {
        let before = out.len();
        if !first {
            out.push(',');
        }
        if write(item, out) {
            first = false;
        } else {
            out.truncate(before);
        }
    }
    out.push(']');
}

/// Writes a position, and returns `false` if there is none. Byte offsets count from the start of the file.
fn span(span: Span, is_primary: bool, label: &str, sources: &SourceMap, out: &mut String) -> bool {
    let Some((file, range)) = place(span, sources) else { return false };
    let (line, column) = file.line_col(span.start);
    out.push_str("{\"file\":");
    json_string(&file.name, out);
    out.push_str(&format!(
        ",\"line\":{line},\"column\":{column},\"byte_start\":{},\"byte_end\":{},\"primary\":{is_primary},\"label\":",
        range.start, range.end
    ));
    json_string(label, out);
    out.push('}');
    true
}
