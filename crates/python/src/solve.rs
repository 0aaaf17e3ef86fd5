//! Strides without a module.

use crate::diagnostics::error_of;
use compiler::RequestedStrides;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

/// The order of a tensor in memory.
#[derive(Debug, FromPyObject)]
pub(crate) enum OrderArgument {
    #[pyo3(annotation = "str")]
    Name(String),
    #[pyo3(annotation = "list[int]")]
    Dims(Vec<i64>),
}

/// Returns the least strides of a tensor, in elements and in logical order.
///
/// `order` is a name such as "NHWC", or the logical dims from the outermost in memory, `[0, 2, 3, 1]`; row major if it
/// is None. `reqs` are the requirements of `#layout.reqs` on the physical dims m0, m1, ... from the outermost in memory.
/// An element has 1 to 64 bits.
///
/// >>> solve([1, 3, 8, 8], "NHWC", "m2: aligned<8 bytes>", 16)
/// (256, 1, 32, 4)
/// >>> solve([4, 5], None, None, 32)
/// (5, 1)
#[pyfunction]
#[pyo3(signature = (shape, order, reqs, elem_bits))]
pub(crate) fn solve<'py>(
    py: Python<'py>,
    shape: Vec<i64>,
    order: Option<OrderArgument>,
    reqs: Option<String>,
    elem_bits: u32,
) -> PyResult<Bound<'py, PyTuple>> {
    let order = match order {
        None => String::new(),
        Some(OrderArgument::Name(name)) => name,
        Some(OrderArgument::Dims(dims)) => format!("{dims:?}"),
    };
    let reqs = reqs.unwrap_or_default();
    let tensor = RequestedStrides { shape: &shape, order: &order, reqs: &reqs, elem_bits };
    let solved = py.detach(|| compiler::solve(&tensor));
    PyTuple::new(py, solved.map_err(|report| error_of(py, report))?)
}
