//! Index spaces: typed dimensions, the containers that they index, orders, and units of memory.

mod dim;
mod extent;
mod order;
mod order_names;
mod per_dim;
mod suborder;
mod units;

pub use dim::{Axis, Dim, DimId, MAX_DIMS, MAX_RANK, MemDim};
pub(crate) use extent::strides_inside_out;
pub use extent::{
    IndexSpace, LengthInt, checked_product, dims_by_falling_strides, row_major_strides,
};
pub use order::{DimsOrder, OrderError};
pub use per_dim::{
    Len, LogicalIndex, MemIndex, MemShape, MemStrides, PerDim, RankError, Shape, Strides,
};
pub use suborder::{is_permutation, permutations};
pub use units::{Bits, Bytes, ElemSize, Elems};
