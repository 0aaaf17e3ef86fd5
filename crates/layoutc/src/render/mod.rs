//! Turns diagnostics into text: pretty, short, or JSON.
//!
//! All three come from one [`Diag`]; `pretty` draws the snippets, `json` writes objects. The header
//! `path:line:col: error[L0402]: text` is the same in both text forms, so that editors and tests find it.

mod json;
mod pretty;

use crate::text::one_line;
use ir::diag::{Code, Diag, Note};
use ir::source::{SourceFile, SourceMap, Span};

/// The form of diagnostics.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, clap::ValueEnum)]
pub(crate) enum Form {
    /// A header with the source under it.
    #[default]
    Pretty,
    /// The header alone.
    Short,
    /// One JSON object a line.
    Json,
}

/// How to render.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Style {
    /// The form.
    pub(crate) form: Form,
    /// Whether the pretty form is coloured.
    pub(crate) color: bool,
}

/// A diagnostic as text with a line break at its end.
pub(crate) fn render(diag: &Diag, sources: &SourceMap, style: Style) -> String {
    match style.form {
        Form::Pretty => pretty::render(diag, sources, style.color),
        Form::Short => header(diag, sources, false) + "\n",
        Form::Json => json::render(diag, sources),
    }
}

/// A fact about the input that someone asked for: what is so at a place, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Told {
    /// Where.
    pub(crate) span: Span,
    /// What is so.
    pub(crate) message: String,
    /// Why, in the order of the derivation.
    pub(crate) notes: Vec<Note>,
}

/// A fact as text with a line break at its end. It looks like a remark, but has no code.
pub(crate) fn told(told: &Told, sources: &SourceMap, style: Style) -> String {
    match style.form {
        Form::Pretty => pretty::told(told, sources, style.color),
        Form::Short => title(told.span, REMARK, None, &told.message, sources, false) + "\n",
        Form::Json => json::told(told, sources),
    }
}

/// The level of what is told.
const REMARK: &str = "remark";

/// A remark on the run as a whole, which has no code.
pub(crate) fn closing_line(message: &str, style: Style) -> String {
    match style.form {
        Form::Json => json::remark(message),
        _ => format!("{message}\n"),
    }
}

fn header(diag: &Diag, sources: &SourceMap, color: bool) -> String {
    let level = diag.severity.to_string();
    title(diag.span(), &level, Some(diag.code), &diag.message, sources, color)
}

/// `path:line:col: level[code]: message`; without a place the program's name stands there.
fn title(
    span: Span,
    level: &str,
    code: Option<Code>,
    message: &str,
    sources: &SourceMap,
    color: bool,
) -> String {
    let place = place(span, sources).map_or("layoutc".to_owned(), |(file, _)| {
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

/// The file of a span, and the span as a byte range of the file's text that splits no character.
fn place(span: Span, sources: &SourceMap) -> Option<(&SourceFile, std::ops::Range<usize>)> {
    let file = sources.file_at(span.start)?;
    let start = file.clamp((span.start - file.base) as usize);
    let end = file.clamp(span.end.saturating_sub(file.base) as usize);
    Some((file, start..end.max(start)))
}

#[cfg(test)]
mod tests;
