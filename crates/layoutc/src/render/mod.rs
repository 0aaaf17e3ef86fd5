//! Conversion of diagnostics to text: pretty, short, or JSON.
//!
//! All three forms render one [`Diag`]. `pretty` draws the snippets, `json` writes objects, and `report` prints and
//! counts them. Both text forms have the same `header`, `path:line:col: error[L0402]: text`, so that editors and tests
//! recognize it.

mod header;
mod json;
mod pretty;
mod report;

pub(crate) use report::DiagnosticReporter;

use compiler::Explanation;
use header::{REMARK, header, title};
use ir::diag::Diag;
use ir::source::SourceMap;

/// The form of diagnostics.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, clap::ValueEnum)]
pub(crate) enum DiagnosticForm {
    /// A header, followed by the source.
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

/// Renders a diagnostic as text that ends in a line break.
pub(crate) fn render(diag: &Diag, sources: &SourceMap, style: Style) -> String {
    match style.form {
        DiagnosticForm::Pretty => pretty::render(diag, sources, style.color),
        DiagnosticForm::Short => header(diag, sources, false) + "\n",
        DiagnosticForm::Json => json::render(diag, sources),
    }
}

/// Renders an explanation as text that ends in a line break. It has the form of a remark, but no code.
pub(crate) fn explain(fact: &Explanation, sources: &SourceMap, style: Style) -> String {
    match style.form {
        DiagnosticForm::Pretty => pretty::explain(fact, sources, style.color),
        DiagnosticForm::Short => {
            title(fact.span, REMARK, None, &fact.message, sources, false) + "\n"
        }
        DiagnosticForm::Json => json::explain(fact, sources),
    }
}

/// Renders a remark about the whole execution, without a code.
pub(crate) fn closing_line(message: &str, style: Style) -> String {
    match style.form {
        DiagnosticForm::Json => json::remark(message),
        _ => format!("{message}\n"),
    }
}

#[cfg(test)]
mod tests;
