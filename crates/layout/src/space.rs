//! Index spaces: typed dimensions, the containers that they index, orders, and units of memory.

mod dim;
mod order;
mod order_names;
mod per_dim;
mod units;

pub use dim::{Axis, Dim, MAX_RANK, MemDim};
pub use order::{DimsOrder, OrderError};
pub use per_dim::{
    Len, LogicalIndex, MemIndex, MemShape, MemStrides, PerDim, RankError, Shape, Strides,
};
pub use units::{Bits, Bytes, ElemSize, Elems};
