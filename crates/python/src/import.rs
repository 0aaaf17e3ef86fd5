//! Models of ONNX as modules, and the pages of codes.

use crate::diagnostics::{bad_argument, error_of};
use crate::module::ModuleClass;
use compiler::ir::diag::{CODES, Sink, page};
use compiler::ir::layout::nearest;
use compiler::{Report, SourceModule, registry};
use import::ImportOptions;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyInt};
use std::borrow::Cow;
use std::path::PathBuf;

/// The name of a model that is bytes.
const BYTES: &str = "<bytes>";

/// Imports a model of ONNX, a path or the bytes of its file, as `layoutc import` does: with the shape of every value and
/// without weights, in the function `@main_graph`.
///
/// `dims` are lengths of symbolic dims by name, and `bounds` upper bounds of dims that stay dynamic.
///
/// >>> import_onnx(b"no model")
/// Traceback (most recent call last):
/// ...
/// layoutc.Error: error[L0101]: `<bytes>`: invalid ONNX model: unknown wire type 6 at byte 0
#[pyfunction]
#[pyo3(signature = (model, dims = None, bounds = None))]
pub(crate) fn import_onnx(
    py: Python<'_>,
    model: &Bound<'_, PyAny>,
    dims: Option<&Bound<'_, PyDict>>,
    bounds: Option<&Bound<'_, PyDict>>,
) -> PyResult<ModuleClass> {
    let mut options = ImportOptions::default();
    options.dims = lengths(dims)?;
    options.bounds = lengths(bounds)?;
    let both = options.dims.iter().find(|dim| options.bounds.iter().any(|it| it.0 == dim.0));
    if let Some((name, _)) = both {
        let message = format!("dim `{name}` has both a length in `dims` and a bound in `bounds`");
        return Err(bad_argument(py, message));
    }
    let (name, bytes): (String, Cow<'_, [u8]>) = match model.cast::<PyBytes>() {
        Ok(bytes) => (BYTES.to_owned(), bytes.as_bytes().into()),
        Err(_) => {
            let path: PathBuf = model.extract()?;
            let bytes = py.detach(|| std::fs::read(&path))?;
            (path.display().to_string(), bytes.into())
        }
    };
    let imported = py.detach(|| imported(&bytes, &name, &options));
    imported.map(ModuleClass::new).map_err(|report| error_of(py, report))
}

fn imported(bytes: &[u8], name: &str, options: &ImportOptions) -> Result<SourceModule, Report> {
    let mut sink = Sink::default();
    let module = import::import(bytes, name, options, &mut sink);
    let diags = sink.take();
    match module {
        Some(module) => SourceModule::of_module(&module, name, registry(), diags),
        None => Err(Report::from(diags)),
    }
}

/// Returns the lengths of dims by name.
fn lengths(dims: Option<&Bound<'_, PyDict>>) -> PyResult<Vec<(String, u64)>> {
    let mut all = Vec::new();
    for (name, length) in dims.into_iter().flatten() {
        let name: String = name.extract()?;
        if !length.is_instance_of::<PyInt>() {
            let found = length.get_type().qualname()?;
            let message = format!("expected an integer as length of dim `{name}`, found `{found}`");
            return Err(PyTypeError::new_err(message));
        }
        let number = length.extract::<i64>().ok().and_then(|length| u64::try_from(length).ok());
        let number = number.filter(|&length| length > 0).ok_or_else(|| {
            let message = format!("the length of dim `{name}` must be between 1 and 2^63 - 1");
            bad_argument(length.py(), format!("{message}, but is {length}"))
        })?;
        all.push((name, number));
    }
    Ok(all)
}

/// Returns the page of a code of diagnostics, as `layoutc explain` prints it: Markdown after a title.
///
/// >>> explain("L0402").splitlines()[0]
/// 'L0402: given strides violate a requirement or let elements overlap'
#[pyfunction]
pub(crate) fn explain(py: Python<'_>, code: &str) -> PyResult<String> {
    let upper = code.to_ascii_uppercase();
    let known = CODES.iter().find(|(code, _)| code.to_string() == upper);
    if let Some((code, title)) = known {
        return Ok(format!("{code}: {title}\n\n{}", page(*code).unwrap_or_default()));
    }
    let names: Vec<String> = CODES.iter().map(|(code, _)| code.to_string()).collect();
    let near = nearest(&upper, names.iter().map(String::as_str));
    let near = near.map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
    Err(bad_argument(py, format!("unknown code `{code}`{near}")))
}
