//! The exception of the module, and the diagnostics in it.

use compiler::ir::diag::Severity;
use compiler::{Report, Reported, ReportedConflict};
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

    /// Returns the stride requirements that conflict; None if the diagnostic is about something else.
    #[getter]
    fn conflict(&self) -> Option<PythonConflict> {
        self.0.conflict.clone().map(PythonConflict)
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("<{} {}: {}>", self.severity(), self.0.code, self.0.message)
    }
}

/// Stride requirements that conflict, and the requirements whose removal resolves the conflict.
#[pyclass(name = "Conflict", module = "layoutc", frozen, eq)]
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PythonConflict(ReportedConflict);

#[pymethods]
impl PythonConflict {
    /// Returns a minimal unsatisfiable core: after the removal of any one of these requirements, the others can hold.
    ///
    /// >>> try:
    /// ...     solve([4, 5], None, "m1: aligned<64 bytes>, m1: fixed<12 bytes>", 16)
    /// ... except Error as error:
    /// ...     conflict = error.diagnostics[0].conflict
    /// >>> conflict.core
    /// ('`m1: aligned<64 bytes>`', '`m1: fixed<12 bytes>`')
    #[getter]
    fn core<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.0.core.iter().map(|requirement| &requirement.text))
    }

    /// Returns pairs: the position in the core of a requirement whose removal resolves the conflict, and the least strides
    /// after it, in elements and in logical order.
    ///
    /// >>> try:
    /// ...     solve([4, 5], None, "m1: aligned<64 bytes>, m1: fixed<12 bytes>", 16)
    /// ... except Error as error:
    /// ...     conflict = error.diagnostics[0].conflict
    /// >>> [(conflict.core[removed], strides) for removed, strides in conflict.corrections]
    /// [('`m1: aligned<64 bytes>`', (30, 6)), ('`m1: fixed<12 bytes>`', (160, 32))]
    #[getter]
    fn corrections<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let pairs = self.0.corrections.iter().map(|correction| {
            let strides = PyTuple::new(py, &correction.strides)?;
            (correction.removed, strides).into_pyobject(py)
        });
        PyTuple::new(py, pairs.collect::<PyResult<Vec<_>>>()?)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("<layoutc.Conflict of {}>", self.core(py)?.repr()?))
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
