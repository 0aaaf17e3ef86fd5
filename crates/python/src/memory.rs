//! The memory of arrays of NumPy, which the core reads and writes in place.
//!
//! As in NumPy, no other thread may write an array during a call that reads it.

use crate::diagnostics::bad_argument;
use compiler::ir::layout::BulkError;
use pyo3::exceptions::{PyMemoryError, PyTypeError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyMemoryView, PyTuple};
use std::slice;

/// A number or an element that any bits represent, so that memory of NumPy has it.
///
/// # Safety
/// Any bits are a value.
pub(crate) unsafe trait Element: Copy {}

macro_rules! elements {
    ($($name:ty)*) => { $(
        // SAFETY: any bits are an integer.
        unsafe impl Element for $name {}
    )* };
}

elements!(u8 u16 u32 u64 i64);

/// An array of NumPy in row-major order without gaps, whose address is a multiple of the size of its elements.
pub(crate) struct ArrayMemory<'py> {
    array: Bound<'py, PyAny>,
    address: usize,
    /// The size of an element, in bytes.
    pub(crate) itemsize: usize,
    /// The lengths of the dims.
    pub(crate) lengths: Vec<i64>,
}

impl<'py> ArrayMemory<'py> {
    /// Returns an array of zeros, of elements of at most 8 bytes.
    ///
    /// # Errors
    /// NumPy is not installed, or memory does not suffice: `MemoryError`.
    pub(crate) fn zeros(
        py: Python<'py>,
        lengths: &[i64],
        dtype: impl IntoPyObject<'py>,
    ) -> PyResult<ArrayMemory<'py>> {
        let bytes = lengths.iter().try_fold(8i64, |bytes, &length| bytes.checked_mul(length));
        if bytes.is_none() {
            return Err(PyMemoryError::new_err(BulkError::Memory.to_string()));
        }
        let numpy = py.import(intern!(py, "numpy"))?;
        let lengths = PyTuple::new(py, lengths)?;
        ArrayMemory::of(numpy.call_method1(intern!(py, "zeros"), (lengths, dtype))?)
    }

    /// Returns the array of an object, converted to an element type of NumPy unless that is `None`. It is copied where its
    /// memory has gaps or another order.
    ///
    /// # Errors
    /// NumPy is not installed or cannot convert the object, or the elements are objects of Python.
    pub(crate) fn read(
        object: &Bound<'py, PyAny>,
        dtype: Option<&str>,
    ) -> PyResult<ArrayMemory<'py>> {
        let py = object.py();
        let numpy = py.import(intern!(py, "numpy"))?;
        let array = array_of(object)?;
        let own = array.getattr(intern!(py, "dtype"))?;
        if own.getattr(intern!(py, "hasobject"))?.extract()? {
            let message = format!("expected elements that are numbers, found `{own}`");
            return Err(PyTypeError::new_err(message));
        }
        let requirements = PyTuple::new(py, ["C_CONTIGUOUS"])?;
        let dense = numpy.call_method1(intern!(py, "require"), (array, dtype, requirements))?;
        let memory = ArrayMemory::of(dense)?;
        if memory.is_aligned() {
            return Ok(memory);
        }
        ArrayMemory::of(memory.array.call_method0(intern!(py, "copy"))?)
    }

    /// Returns the memory of an array of NumPy.
    fn of(array: Bound<'py, PyAny>) -> PyResult<ArrayMemory<'py>> {
        let py = array.py();
        let interface = array.getattr(intern!(py, "__array_interface__"))?;
        let interface = interface.cast::<PyDict>()?;
        let member = |key: &str| {
            let message = format!("`__array_interface__` lacks `{key}`");
            interface.get_item(key)?.ok_or_else(|| bad_argument(py, message))
        };
        let (address, _): (usize, bool) = member("data")?.extract()?;
        let lengths = member("shape")?.extract()?;
        let itemsize: usize = array.getattr(intern!(py, "itemsize"))?.extract()?;
        let is_dense = interface.get_item("strides")?.is_none_or(|strides| strides.is_none());
        if !is_dense || itemsize == 0 {
            return Err(bad_argument(py, "the memory of the array is not dense"));
        }
        Ok(ArrayMemory { array, address, itemsize, lengths })
    }

    /// Returns `true` if the address is a multiple of the size of an element.
    fn is_aligned(&self) -> bool {
        self.address.is_multiple_of(self.itemsize)
    }

    /// Returns the number of elements of a type; 0 if they have another size.
    fn count_of<T: Element>(&self) -> usize {
        let is_right = self.itemsize == size_of::<T>() && self.is_aligned();
        if is_right { self.count() } else { 0 }
    }

    /// Returns the array.
    pub(crate) fn into_array(self) -> Bound<'py, PyAny> {
        self.array
    }

    /// Returns the element type of NumPy.
    pub(crate) fn dtype(&self) -> PyResult<Bound<'py, PyAny>> {
        self.array.getattr(intern!(self.array.py(), "dtype"))
    }

    /// Returns the number of elements.
    pub(crate) fn count(&self) -> usize {
        self.lengths.iter().map(|&length| length as usize).product()
    }

    /// Returns the elements, whose size is that of `T`.
    pub(crate) fn elements<T: Element>(&self) -> &[T] {
        let count = self.count_of::<T>();
        if count == 0 {
            return &[];
        }
        // SAFETY: NumPy states that `count` elements of this size are at the address, which is aligned. Any bits are an
        // element. The array is alive as long as the slice, and no other thread may write it.
        unsafe { slice::from_raw_parts(self.address as *const T, count) }
    }

    /// Returns the elements of an array that this module created, so that nothing else has its memory.
    pub(crate) fn elements_mut<T: Element>(&mut self) -> &mut [T] {
        let count = self.count_of::<T>();
        if count == 0 {
            return &mut [];
        }
        // SAFETY: as for `elements`. The array is new, so that it is writable and nothing else reads it.
        unsafe { slice::from_raw_parts_mut(self.address as *mut T, count) }
    }
}

/// Returns the number of dims of an array; `None` if the object is not an array.
pub(crate) fn dims_of(object: &Bound<'_, PyAny>) -> PyResult<Option<usize>> {
    let py = object.py();
    let is_array = object.hasattr(intern!(py, "__array_interface__"))?
        || object.hasattr(intern!(py, "__dlpack__"))?
        || object.is_instance_of::<PyMemoryView>();
    if !is_array {
        return Ok(None);
    }
    let dims = object.getattr_opt(intern!(py, "ndim"))?;
    let dims = dims.map_or_else(|| array_of(object)?.getattr(intern!(py, "ndim")), Ok)?;
    dims.extract().map(Some)
}

/// Returns the array of NumPy of an object, which shares its memory where NumPy can.
///
/// # Errors
/// NumPy is not installed, or cannot convert the object.
pub(crate) fn array_of<'py>(object: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let py = object.py();
    let numpy = py.import(intern!(py, "numpy"))?;
    let has_interface = object.hasattr(intern!(py, "__array_interface__"))?;
    let is_dlpack = !has_interface && object.hasattr(intern!(py, "__dlpack__"))?;
    let name = if is_dlpack { intern!(py, "from_dlpack") } else { intern!(py, "asarray") };
    numpy.call_method1(name, (object,))
}
