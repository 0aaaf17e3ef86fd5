//! The reason why the tensors of a buffer have no valid strides.

use super::origins::{BufferConstraints, Origin};
use crate::space::{MemDim, MemStrides};
use crate::stride::conflict::Conflict;
use crate::stride::overflow::MemoryOverflow;
use crate::stride::system::Reason;

/// The reason why the tensors of a buffer have no valid strides.
///
/// The text names the members `tensor 0`, `tensor 1` and so on.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BufferError {
    /// The constraints are unsatisfiable.
    Conflict(Box<BufferConflict>),
    /// The length of this physical dim of a tensor is dynamic, but only that of the outermost dim can be.
    Dynamic(MemDim),
    /// The offset that a tensor's type declares differs from the tensor's offset in its buffer.
    Offset {
        /// The tensor.
        member: usize,
        /// The offset that its type declares, in elements.
        given: i64,
        /// Its offset in the buffer, in elements.
        required: i64,
    },
    /// A stride, an offset or a size does not fit 64 bits.
    TooLarge {
        /// The tensor.
        member: usize,
        /// The size that overflows; `None` for a stride or an offset.
        overflow: Option<Box<MemoryOverflow>>,
    },
}

/// A conflict of the constraints of a buffer. A member of the core is one constraint, as the list of its origins. The
/// strides are those of the whole buffer, by physical dim of the root.
pub type BufferConflict = Conflict<Vec<Origin>, MemStrides, BufferReason>;

/// The reason why the constraints of a buffer are unsatisfiable. It prints as `text`.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct BufferReason {
    /// A sentence with the numbers that disagree, in terms of `tensor 0`, `tensor 1` and so on.
    pub text: String,
    /// The numbers that disagree, in terms of unknowns.
    pub reason: Reason,
    /// All constraints with their origins.
    pub constraints: BufferConstraints,
}

impl_display!(BufferReason { Self { text, .. } => "{text}" });

impl_error!(BufferError {
    Self::Conflict(conflict) => "{conflict}",
    Self::Dynamic(dim) =>
        "the length of {dim} must be static, because only the outermost dim can be dynamic",
    Self::Offset { member, given, required } =>
        "the offset of tensor {member} is {given}, but must be {required}",
    Self::TooLarge { member, overflow: Some(overflow) } => "tensor {member}: {overflow}",
    Self::TooLarge { member, overflow: None } =>
        "the strides and the offset of tensor {member} do not fit 64 bits",
});
