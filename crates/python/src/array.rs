//! Arrays of other libraries as layouts, and coordinates and indices of placements as arrays of NumPy.
//!
//! The crate `dlpark` imports a tensor that an array exports by DLPack, and frees the import. `__array_interface__` is a
//! dictionary that NumPy and other libraries define, so that reading it needs no NumPy.

use crate::diagnostics::bad_argument;
use crate::memory::ArrayMemory;
use compiler::ir::layout::{
    AddressError, IndexSpace, Layout, LayoutBuilder, LayoutFault, LogicalIndex, Placement, Slot,
    row_major_strides,
};
use compiler::notation::{ElementType, NotatedLayout};
use dlpark::python::from_dlpack;
use pyo3::exceptions::{PyBufferError, PyMemoryError, PyTypeError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// The type codes of DLPack with the prefix of their element types, to which the number of bits is appended.
const CODES: &[(u8, &str)] = &[(0, "i"), (1, "ui"), (2, "f"), (4, "bf")];

/// The type codes of DLPack for types of one size.
const SINGLE: &[(u8, &str)] = &[
    (6, "i8"),
    (7, "f8E3M4"),
    (8, "f8E4M3"),
    (9, "f8E4M3B11FNUZ"),
    (10, "f8E4M3FN"),
    (11, "f8E4M3FNUZ"),
    (12, "f8E5M2"),
    (13, "f8E5M2FNUZ"),
    (14, "f8E8M0FNU"),
    (17, "f4E2M1FN"),
];

/// The kinds of `__array_interface__` with the type codes of DLPack.
const KINDS: &[(&str, u8)] = &[("i", 0), ("u", 1), ("f", 2), ("b", 6)];

/// The shape, the strides and the element type of a tensor.
#[derive(Debug)]
struct TensorInterface {
    lengths: Vec<i64>,
    /// The strides in elements; `None` if the tensor is row major.
    strides: Option<Vec<i64>>,
    /// The type code of DLPack, and the number of bits.
    dtype: (u8, u8),
}

/// Returns the layout of an array: its shape, its strides and its element type. Offset 0 is the element at index zero.
///
/// # Errors
/// The object is not an array, its element type is unknown, or its strides are not whole numbers of elements.
pub(crate) fn layout_of(array: &Bound<'_, PyAny>) -> PyResult<NotatedLayout> {
    let py = array.py();
    let interface = match array.getattr_opt(intern!(py, "__array_interface__"))? {
        Some(interface) => numpy_interface(interface.cast::<PyDict>()?)?,
        None if array.hasattr(intern!(py, "__dlpack__"))? => dlpack_interface(array)?,
        None => {
            let message = "expected an array with `__array_interface__` or `__dlpack__`, found ";
            let found = array.get_type().qualname()?;
            return Err(PyTypeError::new_err(format!("{message}`{found}`")));
        }
    };
    let elem = element(interface.dtype).ok_or_else(|| {
        let (code, bits) = interface.dtype;
        let message =
            format!("unknown element type: {bits} bits with the type code {code} of DLPack");
        bad_argument(py, message)
    })?;
    let layout = strided(&interface).map_err(|fault| bad_argument(py, fault.to_string()))?;
    Ok(NotatedLayout { layout: layout.with_elem(elem.size()), elem: Some(elem) })
}

fn element((code, bits): (u8, u8)) -> Option<ElementType> {
    let single = SINGLE.iter().find(|&&(known, _)| known == code);
    let name = match single {
        Some(&(_, name)) => name.to_owned(),
        None => {
            let &(_, prefix) = CODES.iter().find(|&&(known, _)| known == code)?;
            format!("{prefix}{bits}")
        }
    };
    ElementType::from_name(&name)
}

fn strided(interface: &TensorInterface) -> Result<Layout, LayoutFault> {
    let lengths = &interface.lengths;
    let strides = interface.strides.clone().or_else(|| row_major_strides(lengths));
    let strides =
        strides.ok_or_else(|| LayoutFault::new("a row-major stride does not fit 64 bits"))?;
    let builder = LayoutBuilder::strided(lengths, &strides, 0)?;
    let dims = builder.base_dims().to_vec();
    builder.finish(&dims)
}

/// Reads the tensor that an array exports by DLPack.
///
/// # Errors
/// The array does not export a valid tensor, or its elements are vectors.
fn dlpack_interface(array: &Bound<'_, PyAny>) -> PyResult<TensorInterface> {
    let imported = from_dlpack(array.as_borrowed(), None, None)?;
    let tensor = imported.validate();
    let tensor = tensor.map_err(|error| PyBufferError::new_err(error.to_string()))?;
    let dtype = tensor.dtype();
    if dtype.lanes != 1 {
        let message = format!("elements with {} lanes are not supported", dtype.lanes);
        return Err(PyBufferError::new_err(message));
    }
    Ok(TensorInterface {
        lengths: tensor.shape().to_vec(),
        strides: tensor.strides().map(<[i64]>::to_vec),
        dtype: (dtype.code.0, dtype.bits),
    })
}

fn member<'py>(interface: &Bound<'py, PyDict>, key: &str) -> PyResult<Bound<'py, PyAny>> {
    let found = interface.get_item(key)?;
    found
        .ok_or_else(|| bad_argument(interface.py(), format!("`__array_interface__` lacks `{key}`")))
}

/// Reads `__array_interface__` of version 3, whose strides count bytes.
fn numpy_interface(interface: &Bound<'_, PyDict>) -> PyResult<TensorInterface> {
    let py = interface.py();
    let lengths: Vec<i64> = member(interface, "shape")?.extract()?;
    let typestr: String = member(interface, "typestr")?.extract()?;
    let parsed = typestr.get(1..2).zip(typestr.get(2..)).and_then(|(kind, size)| {
        let code = KINDS.iter().find(|&&(known, _)| known == kind)?.1;
        let size = size.parse::<u8>().ok().filter(|&size| size > 0)?;
        Some((code, size, size.checked_mul(8)?))
    });
    let (code, size, bits) = parsed
        .ok_or_else(|| bad_argument(py, format!("unknown element type `{typestr}` of an array")))?;
    let strides: Option<Vec<i64>> =
        interface.get_item("strides")?.map_or(Ok(None), |strides| strides.extract())?;
    let strides = strides
        .map(|strides| {
            strides
                .into_iter()
                .map(|stride| match stride % i64::from(size) {
                    0 => Ok(stride / i64::from(size)),
                    _ => {
                        let message =
                            format!("a stride of {stride} bytes is not a whole number of elements");
                        Err(bad_argument(py, format!("{message} of {size} bytes")))
                    }
                })
                .collect()
        })
        .transpose()?;
    Ok(TensorInterface { lengths, strides, dtype: (code, bits) })
}

/// The reason why a placement has no array of coordinates.
#[derive(Debug)]
enum NoArray {
    Dynamic,
    Memory,
    Address(AddressError),
}

impl NoArray {
    fn into_error(self, py: Python<'_>) -> PyErr {
        match self {
            NoArray::Dynamic => bad_argument(py, "the layout has a dynamic length"),
            NoArray::Memory => PyMemoryError::new_err("the layout has too many indices"),
            NoArray::Address(error) => bad_argument(py, error.to_string()),
        }
    }
}

/// Returns the coordinates of the first slot of all indices, by axis, as arrays of NumPy.
///
/// # Errors
/// NumPy is not installed, memory does not suffice, or an index has too many copies to list.
pub(crate) fn coordinates<'py>(
    py: Python<'py>,
    placement: &Placement,
) -> PyResult<Bound<'py, PyDict>> {
    let lengths = placement.shape().static_lengths();
    let lengths = lengths.ok_or_else(|| NoArray::Dynamic.into_error(py))?;
    let arrays = placement.axes().map(|_| ArrayMemory::zeros(py, &lengths, "int64"));
    let mut arrays = arrays.collect::<PyResult<Vec<_>>>()?;
    let mut numbers: Vec<&mut [i64]> = arrays.iter_mut().map(ArrayMemory::elements_mut).collect();
    py.detach(|| first_slots(placement, &mut numbers)).map_err(|reason| reason.into_error(py))?;
    let by_axis = PyDict::new(py);
    for (axis, array) in placement.axes().zip(arrays) {
        by_axis.set_item(axis.as_str(), array.into_array())?;
    }
    Ok(by_axis)
}

/// Returns the least index of each slot as an array of NumPy: a dim for each axis, the outermost first, then one for the
/// components of the index. They are -1 where a slot holds no index.
///
/// # Errors
/// As [`coordinates`], or a coordinate is negative.
pub(crate) fn slot_table<'py>(
    py: Python<'py>,
    placement: &Placement,
) -> PyResult<Bound<'py, PyAny>> {
    let ranges = placement.ranges().map_err(|error| bad_argument(py, error.to_string()))?;
    let ranges = ranges.unwrap_or_default();
    if let Some((axis, range)) = ranges.iter().find(|(_, range)| range.min < 0) {
        let message =
            format!("the least coordinate on the axis `{axis}` is {}, below 0", range.min);
        return Err(bad_argument(py, message));
    }
    let extents: Option<Vec<i64>> = ranges.iter().map(|(_, range)| range.extent()).collect();
    let extents = extents.ok_or_else(|| NoArray::Memory.into_error(py))?;
    let rank = i64::try_from(placement.shape().len()).unwrap_or(i64::MAX);
    let lengths: Vec<i64> = extents.iter().rev().copied().chain([rank]).collect();
    let mut table = ArrayMemory::zeros(py, &lengths, "int64")?;
    let numbers = table.elements_mut();
    let done = py.detach(|| least_indices(placement, &extents, numbers));
    done.map_err(|reason| reason.into_error(py))?;
    Ok(table.into_array())
}

/// Calls a function for each index of a placement with its slots, in row-major order.
fn each_index(
    placement: &Placement,
    mut visit: impl FnMut(&[i64], Vec<Slot>) -> Result<(), NoArray>,
) -> Result<(), NoArray> {
    let lengths = placement.shape().static_lengths().ok_or(NoArray::Dynamic)?;
    let space = IndexSpace::below(lengths);
    let mut index = space.first();
    loop {
        let at = LogicalIndex::new(index.iter().copied()).map_err(AddressError::Rank);
        let slots = at.and_then(|at| placement.slots_of(&at)).map_err(NoArray::Address)?;
        visit(&index, slots)?;
        if !space.advance(&mut index) {
            return Ok(());
        }
    }
}

/// Sets the coordinates of the first slot of each index, by axis, in row-major order.
fn first_slots(placement: &Placement, arrays: &mut [&mut [i64]]) -> Result<(), NoArray> {
    let mut place = 0;
    each_index(placement, |_, slots| {
        let first = slots.into_iter().next();
        for (axis, array) in arrays.iter_mut().enumerate() {
            let at = first.as_ref().and_then(|slot| slot.coordinates.get(axis));
            if let Some(cell) = array.get_mut(place) {
                *cell = at.copied().unwrap_or(-1);
            }
        }
        place += 1;
        Ok(())
    })
}

/// Sets the components of the least index of each slot, in row-major order of the axes, the outermost first.
fn least_indices(placement: &Placement, extents: &[i64], table: &mut [i64]) -> Result<(), NoArray> {
    let rank = placement.shape().len();
    table.fill(-1);
    each_index(placement, |index, slots| {
        for slot in slots {
            let place = slot.coordinates.iter().zip(extents).rev();
            let place = place.fold(0, |number, (at, extent)| number * extent + at);
            let at = usize::try_from(place).map_err(|_| NoArray::Memory)? * rank;
            // The first index in row-major order is the least.
            if let Some(cell) = table.get_mut(at..at + rank)
                && cell.first() == Some(&-1)
            {
                cell.copy_from_slice(index);
            }
        }
        Ok(())
    })
}
