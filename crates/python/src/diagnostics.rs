//! The exception of the module, and the diagnostics in it.

use compiler::ir::diag::Severity;
use compiler::{Report, Reported};
use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

create_exception!(
    layoutc,
    Error,
    PyValueError,
    "An invalid input. `diagnostics` are the reasons.\n\
     \n\
     >>> try:\n\
     ...     Layout(\"cuet:(4,8):(8,1)\")\n\
     ... except Error as error:\n\
     ...     print(error.diagnostics[0].message, error.diagnostics[0].column)\n\
     unknown notation `cuet` 1\n"
);

/// A reason of an error, a warning, or a remark of a pass.
///
/// `str` is all of it as text.
#[pyclass(name = "Diagnostic", module = "layoutc", frozen, eq)]
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct DiagnosticClass(Reported);

#[pymethods]
impl DiagnosticClass {
    /// Returns the severity: "error", "warning" or "remark".
    #[getter]
    fn severity(&self) -> &'static str {
        match self.0.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Remark => "remark",
        }
    }

    /// Returns the code, such as "L0401"; `layoutc explain L0401` describes it.
    #[getter]
    fn code(&self) -> &str {
        &self.0.code
    }

    /// Returns the headline, one sentence.
    #[getter]
    fn message(&self) -> &str {
        &self.0.message
    }

    /// Returns the name of the text; None if the diagnostic is not about a text of a module.
    #[getter]
    fn path(&self) -> Option<&str> {
        Some(self.0.path.as_str()).filter(|path| !path.is_empty())
    }

    /// Returns the line, from 1; None if the diagnostic is not about a text.
    #[getter]
    fn line(&self) -> Option<u32> {
        Some(self.0.at.0).filter(|&line| line > 0)
    }

    /// Returns the column in characters, from 1; None if the diagnostic is not about a text.
    #[getter]
    fn column(&self) -> Option<u32> {
        Some(self.0.at.1).filter(|&column| column > 0)
    }

    /// Returns the notes: the facts that decide, and how to correct the input.
    #[getter]
    fn notes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.0.notes.iter().map(|note| &note.message))
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("<{} {}: {}>", self.severity(), self.0.code, self.0.message)
    }
}

/// Returns diagnostics as a tuple.
pub(crate) fn tuple_of(py: Python<'_>, report: Report) -> PyResult<Bound<'_, PyTuple>> {
    PyTuple::new(py, report.diagnostics.into_iter().map(DiagnosticClass))
}

/// Returns the exception of an invalid input.
pub(crate) fn error_of(py: Python<'_>, report: impl Into<Report>) -> PyErr {
    let report = report.into();
    let error = Error::new_err(report.to_string());
    let attached =
        tuple_of(py, report).and_then(|tuple| error.value(py).setattr("diagnostics", tuple));
    attached.err().unwrap_or(error)
}

/// Returns the exception of a query that is malformed or cannot be answered.
pub(crate) fn bad_argument(py: Python<'_>, message: impl Into<String>) -> PyErr {
    error_of(py, Reported::of_query(message))
}
