//! The first line of each diagnostic, the same in both text forms.

use crate::streams::text::one_line;
use ir::diag::{Code, Diag};
use ir::source::{SourceFile, SourceMap, Span};
use std::ops::Range;

/// The level of an explanation.
pub(super) const REMARK: &str = "remark";

/// Returns the header of a diagnostic.
pub(super) fn header(diag: &Diag, sources: &SourceMap, color: bool) -> String {
    let level = diag.severity.to_string();
    title(diag.span(), &level, Some(diag.code), &diag.message, sources, color)
}

/// Returns `path:line:col: level[code]: message`. Without a span, the header starts with the program's name.
pub(super) fn title(
    span: Span,
    level: &str,
    code: Option<Code>,
    message: &str,
    sources: &SourceMap,
    color: bool,
) -> String {
    let place = locate(span, sources).map_or("layoutc".to_owned(), |(file, _)| {
        let (line, column) = file.line_col(span.start);
        format!("{}:{line}:{column}", one_line(&file.name))
    });
    let code = code.map(|code| format!("[{code}]")).unwrap_or_default();
    let message = one_line(message);
    if !color {
        return format!("{place}: {level}{code}: {message}");
    }
    let hue = match level {
        "error" => "\x1b[1;31m",
        "warning" => "\x1b[1;33m",
        _ => "\x1b[1;36m",
    };
    format!("\x1b[1m{place}:\x1b[0m {hue}{level}{code}\x1b[0m\x1b[1m: {message}\x1b[0m")
}

/// Returns the file of a span, and the span as a byte range of the file's text. The range never splits a character.
pub(super) fn locate(span: Span, sources: &SourceMap) -> Option<(&SourceFile, Range<usize>)> {
    let file = sources.file_at(span.start)?;
    let start = file.clamp((span.start - file.base) as usize);
    let end = file.clamp(span.end.saturating_sub(file.base) as usize);
    Some((file, start..end.max(start)))
}
