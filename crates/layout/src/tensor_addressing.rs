//! Tensor addressing of SPIR-V: layouts as a tensor layout and a tensor view of SPV_NV_tensor_addressing.
//!
//! A load or store of a cooperative matrix numbers the elements of the matrix in row-major order. A *tensor view* splits
//! this number into digits and combines them to the number of an element in a region of the tensor. A *tensor layout*
//! splits that number into coordinates of the region, clamps or wraps them, divides them by a block size, and multiplies
//! them by strides. The logical index of a layout, numbered in row-major order, is the element of the matrix.
//!
//! The facts are those of SPV_NV_tensor_addressing revision 1 (2024-09-18) and SPV_NV_cooperative_matrix2 revision 2
//! (2025-11-24), which defines the addresses. Parts, in reading order:
//! - `data`: the state of layouts and views; `refusal`: the reasons why a layout has none;
//! - `meaning`: the [`Layout`](crate::pipeline::Layout) of a state;
//! - `terms`: the digits and the coordinates of a layout, from its normal form;
//! - `axes`: coordinates whose strides are nested; `view`: digits of the element number; `search`: both together.

mod axes;
mod data;
mod meaning;
mod refusal;
mod search;
mod terms;
mod view;

pub use data::{
    MAX_NV_DIMS, NvClampMode, NvClip, NvTensorAddressing, NvTensorDim, NvTensorLayout,
    NvTensorView, NvViewDim,
};
pub use refusal::{NvTensorReason, NvTensorRefusal};

#[cfg(test)]
mod tests;
