//! Turns diagnostics into text: pretty, short, or JSON.
//!
//! All three come from one [`Diag`]; `pretty` draws the snippets, `json` writes objects, `report` shows and counts them.
//! The `header`, `path:line:col: error[L0402]: text`, is the same in both text forms, so that editors and tests find it.

mod explanation;
mod header;
mod json;
mod pretty;
mod report;

pub(crate) use explanation::Explanation;
pub(crate) use report::DiagnosticReporter;

use header::{REMARK, header, title};
use ir::diag::Diag;
use ir::source::SourceMap;

/// The form of diagnostics.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, clap::ValueEnum)]
pub(crate) enum DiagnosticForm {
    /// A header with the source under it.
    #[default]
    Pretty,
    /// The header alone.
    Short,
    /// One JSON object a line.
    Json,
}

/// The style of diagnostics.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Style {
    /// The form.
    pub(crate) form: DiagnosticForm,
    /// `true` if the pretty form is colored.
    pub(crate) color: bool,
}

/// A diagnostic as text with a line break at its end.
pub(crate) fn render(diag: &Diag, sources: &SourceMap, style: Style) -> String {
    match style.form {
        DiagnosticForm::Pretty => pretty::render(diag, sources, style.color),
        DiagnosticForm::Short => header(diag, sources, false) + "\n",
        DiagnosticForm::Json => json::render(diag, sources),
    }
}

/// An explanation as text with a line break at its end. It looks like a remark, but has no code.
pub(crate) fn explain(fact: &Explanation, sources: &SourceMap, style: Style) -> String {
    match style.form {
        DiagnosticForm::Pretty => pretty::explain(fact, sources, style.color),
        DiagnosticForm::Short => {
            title(fact.span, REMARK, None, &fact.message, sources, false) + "\n"
        }
        DiagnosticForm::Json => json::explain(fact, sources),
    }
}

/// The text of a remark on the run as a whole, which has no code.
pub(crate) fn closing_line(message: &str, style: Style) -> String {
    match style.form {
        DiagnosticForm::Json => json::remark(message),
        _ => format!("{message}\n"),
    }
}

#[cfg(test)]
mod tests;
