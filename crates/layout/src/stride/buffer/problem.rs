//! The tensors of one buffer, as far as their strides depend on them.

use crate::space::{DimsOrder, ElemSize, MemStrides};
use crate::stride::constraint::Scaled;
use crate::stride::reqs::Req;
use crate::stride::subview::{ContiguityConstraint, SubviewMap};

/// The tensors that share one buffer.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct BufferProblem {
    /// The lengths of the buffer's dims. Dim i has the unknown stride i.
    pub lens: Vec<i64>,
    /// The size of the elements.
    pub elem: ElemSize,
    /// The tensors.
    pub members: Vec<BufferMember>,
    /// The member that is the whole buffer.
    pub root: usize,
    /// The constraints of the reshapes between the members.
    pub contiguity: Vec<ContiguityConstraint>,
}

/// A tensor in a buffer, by physical dim.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct BufferMember {
    /// The lengths.
    pub lens: Vec<i64>,
    /// The strides as multiples of unknown strides. `None` if the stride is free.
    pub strides: Vec<Option<Scaled>>,
    /// The offset of index zero, as a sum of multiples of unknown strides.
    pub offset: Vec<Scaled>,
    /// The requirements on the strides.
    pub reqs: Vec<Req>,
    /// The strides, if they are given. They are known to satisfy `reqs`.
    pub given: Option<MemStrides>,
    /// The offset in elements, if it is given.
    pub given_offset: Option<i64>,
    /// `true` if the tensor is described to a device with its strides, so that limits on them apply.
    pub described: bool,
}

impl BufferMember {
    /// Returns a tensor without requirements, from its map and its physical order.
    pub fn new(map: &SubviewMap, order: DimsOrder) -> BufferMember {
        let dims = order.results().map(|dim| map.dims()[dim.index()]);
        let (lens, strides) = dims.map(|dim| (dim.len, dim.stride())).unzip();
        BufferMember { lens, strides, offset: map.offset().to_vec(), ..BufferMember::default() }
    }
}

/// The limits of a device on the strides of the tensors that are described to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct StrideLimits {
    /// `true` if the strides of a tensor may leave gaps.
    pub non_packed: bool,
    /// The greatest stride, in bytes.
    pub max_stride: u64,
    /// The most bytes of a tensor.
    pub max_size: u64,
}
