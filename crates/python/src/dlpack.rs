//! Tensors of other libraries, as DLPack passes them: the version-independent part of its C structs.
//!
//! The capsule is read and not consumed. Its producer frees the tensor when Python frees the capsule.

use pyo3::exceptions::PyBufferError;
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyCapsuleMethods};
use std::ffi::{CStr, c_void};
use std::ptr::NonNull;
use std::slice;

/// The name of a capsule with a `DLManagedTensor`, whose first member is the tensor.
const MANAGED: &CStr = c"dltensor";

/// The name of a capsule with a `DLManagedTensorVersioned`.
const VERSIONED: &CStr = c"dltensor_versioned";

/// The shape, the strides and the element type of a tensor.
#[derive(Debug)]
pub(crate) struct TensorInterface {
    pub(crate) lengths: Vec<i64>,
    /// The strides in elements; `None` if the tensor is row major.
    pub(crate) strides: Option<Vec<i64>>,
    /// `DLDataTypeCode`, and the number of bits.
    pub(crate) dtype: (u8, u8),
}

/// `DLTensor`.
#[repr(C)]
struct ForeignTensor {
    data: *mut c_void,
    /// `DLDevice`: kind and number.
    device: [i32; 2],
    rank: i32,
    /// `DLDataType`.
    code: u8,
    bits: u8,
    lanes: u16,
    lengths: *const i64,
    strides: *const i64,
    byte_offset: u64,
}

/// `DLManagedTensorVersioned`.
#[repr(C)]
struct VersionedTensor {
    version: [u32; 2],
    context: *mut c_void,
    deleter: *const c_void,
    flags: u64,
    tensor: ForeignTensor,
}

/// Reads the tensor of a capsule.
///
/// # Errors
/// The object is not a capsule of DLPack, its version is unknown, or it has vectors as elements.
pub(crate) fn read(capsule: &Bound<'_, PyAny>) -> PyResult<TensorInterface> {
    let capsule = capsule.cast::<PyCapsule>()?;
    let tensor: NonNull<ForeignTensor> = if capsule.is_valid_checked(Some(VERSIONED)) {
        let versioned = capsule.pointer_checked(Some(VERSIONED))?.cast::<VersionedTensor>();
        // SAFETY: a capsule of this name holds the struct, and all versions begin with the version.
        let [major, minor] = unsafe { (*versioned.as_ptr()).version };
        if major != 1 {
            let message = format!("DLPack {major}.{minor} is not supported; expected 1.x");
            return Err(PyBufferError::new_err(message));
        }
        // SAFETY: the struct of version 1 has the member.
        unsafe { NonNull::new_unchecked(&raw mut (*versioned.as_ptr()).tensor) }
    } else {
        capsule.pointer_checked(Some(MANAGED))?.cast()
    };
    // SAFETY: the capsule owns the tensor, and the caller holds the capsule.
    unsafe { interface_of(tensor.as_ref()) }
}

/// Returns the shape, the strides and the element type of a tensor.
///
/// # Safety
/// `lengths` and `strides` point to `rank` numbers; `strides` may be null.
unsafe fn interface_of(tensor: &ForeignTensor) -> PyResult<TensorInterface> {
    if tensor.lanes != 1 {
        let message = format!("elements with {} lanes are not supported", tensor.lanes);
        return Err(PyBufferError::new_err(message));
    }
    let rank = usize::try_from(tensor.rank).unwrap_or(0);
    let numbers = |data: *const i64| {
        // SAFETY: the caller states it.
        (!data.is_null() && rank > 0).then(|| unsafe { slice::from_raw_parts(data, rank) }.to_vec())
    };
    Ok(TensorInterface {
        lengths: numbers(tensor.lengths).unwrap_or_default(),
        strides: numbers(tensor.strides),
        dtype: (tensor.code, tensor.bits),
    })
}
