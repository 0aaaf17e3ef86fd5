//! The tensors of one buffer, as far as they affect its strides.

use crate::space::{DimsOrder, ElemSize, MemStrides};
use crate::stride::constraint::Scaled;
use crate::stride::reqs::Req;
use crate::stride::subview::{ContiguityConstraint, SubviewMap};

/// The tensors that share one buffer.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct BufferProblem {
    /// The lengths of the buffer's dims. Dim i has unknown stride i.
    pub lens: Vec<i64>,
    /// The size of the elements.
    pub elem: ElemSize,
    /// The tensors.
    pub members: Vec<BufferMember>,
    /// The index of the member that is the whole buffer.
    pub root: usize,
    /// The constraints of the reshapes between the members.
    pub contiguity: Vec<ContiguityConstraint>,
}

/// A tensor in a buffer, by physical dim.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct BufferMember {
    /// The lengths.
    pub lens: Vec<i64>,
    /// The strides as multiples of unknown strides; `None` if a stride is free.
    pub strides: Vec<Option<Scaled>>,
    /// The offset of index zero, as a sum of multiples of unknown strides.
    pub offset: Vec<Scaled>,
    /// The requirements on the strides.
    pub reqs: Vec<Req>,
    /// The given strides; `None` if they are open. The caller has checked them against `reqs`.
    pub given: Option<MemStrides>,
    /// The given offset in elements; `None` if it is open.
    pub given_offset: Option<i64>,
    /// `true` if the tensor is described to a device with its strides, so that the limits of the device apply.
    pub described: bool,
}

impl BufferMember {
    /// Returns a tensor without requirements, from its subview map and its physical order.
    pub fn new(map: &SubviewMap, order: DimsOrder) -> BufferMember {
        let dims = order.results().map(|dim| map.dims()[dim.index()]);
        let (lens, strides) = dims.map(|dim| (dim.len, dim.stride())).unzip();
        BufferMember { lens, strides, offset: map.offset().to_vec(), ..BufferMember::default() }
    }
}

/// The limits of a device on the strides of the tensors that are described to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct StrideLimits {
    /// `true` if the strides of a tensor may leave gaps.
    pub non_packed: bool,
    /// The maximum stride, in bytes.
    pub max_stride: u64,
    /// The maximum size of a tensor, in bytes.
    pub max_size: u64,
}

impl StrideLimits {
    /// Returns the limits of a device: whether it supports strides that are not packed, the greatest stride, and the
    /// greatest size, both in bytes.
    pub const fn new(non_packed: bool, max_stride: u64, max_size: u64) -> StrideLimits {
        StrideLimits { non_packed, max_stride, max_size }
    }
}
