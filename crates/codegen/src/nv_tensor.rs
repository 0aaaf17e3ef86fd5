//! Named layouts as tensor layouts and tensor views of SPV_NV_tensor_addressing.
//!
//! - `tensor` finds the layouts of a module and the matrix that holds all elements of each.
//! - `spirv` writes a module with an entry point for each layout.
//! - `read` reads such modules back, and those of other compilers; `state` has the effect of each instruction.

mod read;
mod spirv;
mod state;
mod tensor;

pub use read::{NvReadError, NvTensorAccess, read_nv_tensors};
pub(crate) use spirv::module;
pub(crate) use state::{NvUpdate, layout_updates, unchanged_view, view_updates};
pub(crate) use tensor::{ExpressibleTensor, expressible_tensors, tensors};
