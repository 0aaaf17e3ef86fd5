//! Bulk calls: the offsets of all indices or of an array of them, and the elements of arrays moved to their offsets and
//! back.

use crate::diagnostics::bad_argument;
use crate::memory::{self, ArrayMemory, Element};
use compiler::ir::layout::{BulkError, Layout, LogicalIndex, Placement};
use compiler::notation::ElementType;
use pyo3::exceptions::{PyMemoryError, PyTypeError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyAnyMethods, PyByteArray, PyBytes, PyMemoryView};

/// The element types of notations with their names in NumPy. The others have no type in NumPy.
const DTYPES: &[(&str, &str)] = &[
    ("f16", "float16"),
    ("f32", "float32"),
    ("f64", "float64"),
    ("i8", "int8"),
    ("i16", "int16"),
    ("i32", "int32"),
    ("i64", "int64"),
    ("si8", "int8"),
    ("si16", "int16"),
    ("si32", "int32"),
    ("si64", "int64"),
    ("ui8", "uint8"),
    ("ui16", "uint16"),
    ("ui32", "uint32"),
    ("ui64", "uint64"),
    ("index", "int64"),
];

/// Returns the name in NumPy of an element type; `None` if NumPy lacks the type.
pub(crate) fn dtype_of(elem: ElementType) -> Option<&'static str> {
    DTYPES.iter().find(|(name, _)| *name == elem.name()).map(|&(_, dtype)| dtype)
}

/// Returns the exception of a bulk call.
fn failed(py: Python<'_>, error: BulkError) -> PyErr {
    match error {
        BulkError::Memory => PyMemoryError::new_err(error.to_string()),
        error => bad_argument(py, error.to_string()),
    }
}

/// Returns the logical lengths.
///
/// # Errors
/// A length is dynamic.
fn static_lengths(py: Python<'_>, layout: &Layout) -> PyResult<Vec<i64>> {
    let lengths = layout.shape().static_lengths();
    lengths.ok_or_else(|| bad_argument(py, "the layout has a dynamic length"))
}

/// Returns the offsets of all logical indices as an array of NumPy, -1 where an index has no slot.
///
/// # Errors
/// NumPy is not installed, a length is dynamic, or memory does not suffice.
pub(crate) fn offsets<'py>(py: Python<'py>, layout: &Layout) -> PyResult<Bound<'py, PyAny>> {
    let mut out = ArrayMemory::zeros(py, &static_lengths(py, layout)?, "int64")?;
    let numbers = out.elements_mut();
    py.detach(|| layout.offsets_into(numbers)).map_err(|error| failed(py, error))?;
    Ok(out.into_array())
}

/// Returns the least index of each slot from 0 on, as an array of NumPy with a dim for the slots and one for the components
/// of the index: -1 where a slot holds no index. `None` if an offset is negative or the greatest offset is unknown.
///
/// # Errors
/// NumPy is not installed, a length is dynamic, or memory does not suffice.
pub(crate) fn slot_table<'py>(
    py: Python<'py>,
    layout: &Layout,
) -> PyResult<Option<Bound<'py, PyAny>>> {
    let lengths = static_lengths(py, layout)?;
    let Ok(range) = py.detach(|| layout.offset_range()) else { return Ok(None) };
    let (least, greatest) = range.map_or((0, -1), |(low, high)| (low.get(), high.get()));
    if least < 0 {
        return Ok(None);
    }
    let mut owners = ArrayMemory::zeros(py, &[greatest.saturating_add(1)], "int64")?;
    let numbers = owners.elements_mut();
    py.detach(|| layout.owners_into(numbers)).map_err(|error| failed(py, error))?;
    let rank = lengths.len() as i64;
    let mut table = ArrayMemory::zeros(py, &[greatest.saturating_add(1), rank], "int64")?;
    let components: &mut [i64] = table.elements_mut();
    py.detach(|| {
        let cells = components.chunks_exact_mut(lengths.len().max(1));
        for (cell, &owner) in cells.zip(&*numbers) {
            let mut rest = owner;
            for (component, &length) in cell.iter_mut().zip(&lengths).rev() {
                *component = if owner < 0 { -1 } else { rest % length };
                rest /= length;
            }
        }
    });
    Ok(Some(table.into_array()))
}

/// An array of indices, whose last dim has the components of an index.
pub(crate) struct IndexArray<'py>(ArrayMemory<'py>);

impl<'py> IndexArray<'py> {
    /// Returns the array of indices of a rank; `None` if the object is not an array or has fewer than two dims, so that it is
    /// one index.
    ///
    /// # Errors
    /// The elements are not integers, or the last dim has another length than the rank.
    pub(crate) fn read(
        object: &Bound<'py, PyAny>,
        rank: usize,
    ) -> PyResult<Option<IndexArray<'py>>> {
        let py = object.py();
        if memory::dims_of(object)?.is_none_or(|dims| dims < 2) {
            return Ok(None);
        }
        let array = memory::array_of(object)?;
        let dtype = array.getattr(intern!(py, "dtype"))?;
        let kind: String = dtype.getattr(intern!(py, "kind"))?.extract()?;
        if !matches!(kind.as_str(), "i" | "u") {
            let message = format!("expected an array of integers, found `{dtype}`");
            return Err(PyTypeError::new_err(message));
        }
        let array = ArrayMemory::read(&array, Some("int64"))?;
        let found = array.lengths.last().copied().unwrap_or(0);
        if usize::try_from(found) != Ok(rank) {
            let message = format!("expected indices of {rank} components, found {found}");
            return Err(bad_argument(py, message));
        }
        Ok(Some(IndexArray(array)))
    }

    /// Returns the lengths of the array without the components.
    fn lengths(&self) -> &[i64] {
        self.0.lengths.split_last().map_or(&[], |(_, lengths)| lengths)
    }

    /// Returns the offset of each index, -1 where an index has no slot.
    ///
    /// # Errors
    /// An offset does not fit 64 bits, or memory does not suffice.
    pub(crate) fn offsets(self, layout: &Layout) -> PyResult<Bound<'py, PyAny>> {
        let py = self.0.dtype()?.py();
        let mut out = ArrayMemory::zeros(py, self.lengths(), "int64")?;
        let (indices, numbers) = (self.0.elements(), out.elements_mut());
        py.detach(|| layout.offsets_of_into(indices, numbers))
            .map_err(|error| failed(py, error))?;
        Ok(out.into_array())
    }

    /// Returns whether each index has a slot.
    ///
    /// # Errors
    /// As [`offsets`](Self::offsets).
    pub(crate) fn valid(self, layout: &Layout) -> PyResult<Bound<'py, PyAny>> {
        let indices = self.0.elements();
        self.booleans(|out| layout.valid_into(indices, out).map_err(|error| error.to_string()))
    }

    /// Returns whether each index has a slot of a placement.
    ///
    /// # Errors
    /// An index has too many copies to list.
    pub(crate) fn valid_of_placement(self, placement: &Placement) -> PyResult<Bound<'py, PyAny>> {
        let indices: &[i64] = self.0.elements();
        let rank = placement.shape().len();
        self.booleans(|out| {
            for (number, to) in out.iter_mut().enumerate() {
                let index = indices[number * rank..(number + 1) * rank].iter().copied();
                let index = LogicalIndex::new(index).map_err(|error| error.to_string())?;
                let slots = placement.slots_of(&index).map_err(|error| error.to_string())?;
                *to = !slots.is_empty();
            }
            Ok(())
        })
    }

    /// Returns an array of a truth value for each index, which a function computes.
    fn booleans(
        &self,
        run: impl FnOnce(&mut [bool]) -> Result<(), String> + Send,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = self.0.dtype()?.py();
        let mut out = ArrayMemory::zeros(py, self.lengths(), "bool")?;
        let bytes: &mut [u8] = out.elements_mut();
        let found = py.detach(|| {
            let mut values = vec![false; bytes.len()];
            let result = run(&mut values);
            bytes.iter_mut().zip(values).for_each(|(to, value)| *to = u8::from(value));
            result
        });
        found.map_err(|message| bad_argument(py, message))?;
        Ok(out.into_array())
    }
}

/// Returns the memory of a tensor with the elements of an array: an array of NumPy of one dim, with zeros as padding.
///
/// # Errors
/// The shape or the size of the elements differs from that of the layout, or the layout has no allocation from offset 0.
pub(crate) fn pack<'py>(layout: &Layout, array: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let py = array.py();
    let lengths = static_lengths(py, layout)?;
    let logical = ArrayMemory::read(array, None)?;
    if logical.lengths != lengths {
        let message =
            format!("expected an array of shape {lengths:?}, found {:?}", logical.lengths);
        return Err(bad_argument(py, message));
    }
    check_elements(py, layout, logical.itemsize, "pack")?;
    let mut memory = ArrayMemory::zeros(py, &[allocation(py, layout)?], logical.dtype()?)?;
    copy(py, layout, Direction::Pack, (&logical, &mut memory))?;
    Ok(memory.into_array())
}

/// Returns the elements of a tensor from its memory: an array of NumPy of the shape of the layout, with zeros where an
/// index has no slot. `dtype` is the element type in NumPy of memory that is bytes, `elem` that of the layout.
///
/// # Errors
/// Memory has another number of elements than the allocation, the element type is unknown, or as [`pack`].
pub(crate) fn unpack<'py>(
    layout: &Layout,
    memory: &Bound<'py, PyAny>,
    dtype: Option<Bound<'py, PyAny>>,
    elem: Option<ElementType>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = memory.py();
    let lengths = static_lengths(py, layout)?;
    let memory = ArrayMemory::read(&elements_of(memory, dtype, elem)?, None)?;
    check_elements(py, layout, memory.itemsize, "unpack")?;
    let expected = allocation(py, layout)?;
    if i64::try_from(memory.count()) != Ok(expected) {
        let found = memory.count();
        let message = format!("expected memory of {expected} elements, found {found}");
        return Err(bad_argument(py, message));
    }
    let mut logical = ArrayMemory::zeros(py, &lengths, memory.dtype()?)?;
    copy(py, layout, Direction::Unpack, (&memory, &mut logical))?;
    Ok(logical.into_array())
}

/// Which of the two arrays of a copy is the memory of a layout.
#[derive(Clone, Copy)]
enum Direction {
    /// The target.
    Pack,
    /// The source.
    Unpack,
}

/// Copies elements of 1, 2, 4 or 8 bytes between a tensor and its memory, without the lock of Python.
fn copy(
    py: Python<'_>,
    layout: &Layout,
    direction: Direction,
    (from, to): (&ArrayMemory<'_>, &mut ArrayMemory<'_>),
) -> PyResult<()> {
    fn run<T: Element + PartialEq + Send + Sync>(
        py: Python<'_>,
        layout: &Layout,
        direction: Direction,
        (from, to): (&ArrayMemory<'_>, &mut ArrayMemory<'_>),
    ) -> Result<(), BulkError> {
        let (from, to) = (from.elements::<T>(), to.elements_mut());
        py.detach(|| match direction {
            Direction::Pack => layout.pack_into(from, to),
            Direction::Unpack => layout.unpack_into(from, to),
        })
    }
    let run = match from.itemsize {
        1 => run::<u8>,
        2 => run::<u16>,
        4 => run::<u32>,
        _ => run::<u64>,
    };
    run(py, layout, direction, (from, to)).map_err(|error| failed(py, error))
}

/// Returns memory as an array with an element type.
fn elements_of<'py>(
    memory: &Bound<'py, PyAny>,
    dtype: Option<Bound<'py, PyAny>>,
    elem: Option<ElementType>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = memory.py();
    let numpy = py.import(intern!(py, "numpy"))?;
    let is_bytes = memory.is_instance_of::<PyBytes>()
        || memory.is_instance_of::<PyByteArray>()
        || memory.is_instance_of::<PyMemoryView>();
    if !is_bytes {
        let array = ArrayMemory::read(memory, None)?.into_array();
        return match dtype {
            Some(dtype) => array.call_method1("reshape", (-1,))?.call_method1("view", (dtype,)),
            None => Ok(array),
        };
    }
    let own = || elem.and_then(dtype_of).map(|name| name.into_pyobject(py));
    let dtype = match (dtype, own()) {
        (Some(dtype), _) => dtype,
        (None, Some(name)) => name?.into_any(),
        (None, None) => {
            let message =
                "`unpack` of bytes needs `dtype`: the layout has no element type of NumPy";
            return Err(bad_argument(py, message));
        }
    };
    numpy.call_method1(intern!(py, "frombuffer"), (memory, dtype))
}

/// Returns the number of elements of memory, with padding.
fn allocation(py: Python<'_>, layout: &Layout) -> PyResult<i64> {
    let found = py.detach(|| layout.allocation());
    Ok(found.map_err(|error| bad_argument(py, error.to_string()))?.get())
}

/// Checks the size of elements, in bytes.
fn check_elements(py: Python<'_>, layout: &Layout, itemsize: usize, member: &str) -> PyResult<()> {
    let found = itemsize * 8;
    let own = layout.elem().map(|elem| elem.bits().get());
    let message = match own {
        Some(bits) if bits % 8 != 0 => format!(
            "`{member}` needs elements of whole bytes, but those of the layout have {bits} bits"
        ),
        Some(bits) if i64::try_from(found) != Ok(bits) => format!(
            "the elements of the layout have {bits} bits, but those of the array have {found}"
        ),
        _ if !matches!(itemsize, 1 | 2 | 4 | 8) => format!(
            "`{member}` needs elements of 8, 16, 32 or 64 bits, but those of the array have {found}"
        ),
        _ => return Ok(()),
    };
    Err(bad_argument(py, message))
}
