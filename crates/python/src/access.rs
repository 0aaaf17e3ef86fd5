//! Memory transactions and bank conflicts of lanes that access a layout.

use crate::diagnostics::bad_argument;
use compiler::ir::layout::{Access, Bits, Dim, ElemSize, Layout, Transactions, analyze};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

/// The size of an element in bytes if neither the layout nor the user specifies it.
const ELEM_BYTES: u32 = 4;

/// Lanes that step through dims of a layout, and a memory with banks.
#[derive(Debug)]
pub(crate) struct Lanes {
    /// The numbers of the logical dims; the last dim varies fastest.
    pub(crate) dims: Vec<usize>,
    /// The number of lanes.
    pub(crate) lanes: u32,
    /// The number of banks.
    pub(crate) banks: u32,
    /// The width of a bank, in bytes.
    pub(crate) bank_bytes: u32,
    /// The size of an element, in bytes; `None` if the user does not specify it.
    pub(crate) elem_bytes: Option<u32>,
}

/// Returns the transactions and the degree of bank conflicts of lanes, with the keys of `layoutc eval --access`.
///
/// # Errors
/// A dim, a number or the element size is invalid.
pub(crate) fn conflicts<'py>(
    py: Python<'py>,
    layout: &Layout,
    lanes: &Lanes,
) -> PyResult<Bound<'py, PyDict>> {
    let access = access_of(layout, lanes).map_err(|message| bad_argument(py, message))?;
    let report = py.detach(|| analyze(layout, &access));
    let report = report.map_err(|error| bad_argument(py, error.to_string()))?;
    let found = PyDict::new(py);
    found.set_item("elem_bits", access.elem.bits().get())?;
    found.set_item("groups", report.groups)?;
    found.set_item("all_groups", report.all_groups)?;
    let transactions = |size: u32, counts: &Transactions| {
        found.set_item(format!("transactions_{size}"), counts.most)?;
        found.set_item(format!("ideal_{size}"), counts.ideal)?;
        found.set_item(format!("total_{size}"), counts.total)
    };
    transactions(32, &report.sectors)?;
    transactions(128, &report.lines)?;
    found.set_item("degree", report.degree)?;
    found.set_item("at", PyTuple::new(py, report.worst_at.values())?)?;
    Ok(found)
}

/// Returns the access of the core.
///
/// # Errors
/// A dim or the element size is invalid.
fn access_of(layout: &Layout, lanes: &Lanes) -> Result<Access, String> {
    let dims = lanes.dims.iter().map(|&number| {
        let rank = layout.shape().len();
        let message = format!("invalid dim d{number}; the layout has {rank} logical dims");
        Dim::new(number).ok_or(message)
    });
    let bytes = lanes.elem_bytes.unwrap_or(ELEM_BYTES);
    let size = ElemSize::new(Bits::new(8 * i64::from(bytes)));
    let size = size.ok_or_else(|| format!("invalid element size of {bytes} bytes"))?;
    let elem = match layout.elem() {
        Some(own) if lanes.elem_bytes.is_some() && own != size => {
            return Err(format!("the elements have {own}, but `elem_bytes` is {bytes}"));
        }
        own => own.unwrap_or(size),
    };
    Ok(Access {
        dims: dims.collect::<Result<_, _>>()?,
        lanes: lanes.lanes.into(),
        banks: lanes.banks.into(),
        bank_bytes: lanes.bank_bytes.into(),
        elem,
    })
}
