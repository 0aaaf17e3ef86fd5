//! Why the tensors of a buffer have no strides.

use std::fmt;

use super::origins::{ConstraintOrigins, Origin};
use crate::space::{ElemSize, MemStrides};
use crate::stride::overflow::MemoryOverflow;
use crate::stride::system::Reason;

/// Why the tensors of a buffer have no strides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BufferError {
    /// The constraints contradict each other.
    Conflict(Box<BufferConflict>),
    /// The offset that a tensor's type gives is not that of the tensor in its buffer.
    Offset {
        /// The tensor.
        member: usize,
        /// The offset that its type gives.
        given: i64,
        /// Its offset in the buffer.
        required: i64,
    },
    /// A stride, an offset or a size does not fit 64 bits.
    TooLarge {
        /// The tensor.
        member: usize,
        /// The size; `None` for a stride or an offset.
        overflow: Option<Box<MemoryOverflow>>,
    },
}

/// Constraints on the strides of a buffer that contradict each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BufferConflict {
    /// The numbers that disagree, in terms of unknowns.
    pub reason: Reason,
    /// The size of the elements, in which the reason counts.
    pub elem: ElemSize,
    /// The tensor and its physical dim, for the stride that each unknown is.
    pub unknowns: Vec<(usize, usize)>,
    /// All constraints with their origins.
    pub constraints: ConstraintOrigins,
    /// A minimal unsatisfiable core: constraints that never hold together, while any of them may be dropped and the others
    /// then hold, with what dropping each gives.
    pub unsat_core: Vec<Correction>,
}

/// The effect of dropping one constraint of a core.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Correction {
    /// The origins of the constraint.
    pub origins: Vec<Origin>,
    /// The least strides of the whole buffer, by physical dim of the root, that satisfy all other constraints. `None` if
    /// these have a conflict of their own.
    pub strides: Option<MemStrides>,
}

impl fmt::Display for BufferError {
    /// The error in terms of the members, as `tensor 0` and so on.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BufferError::Conflict(conflict) => {
                let name = |var: usize| match conflict.unknowns.get(var) {
                    Some((member, dim)) => format!("m{dim} of tensor {member}"),
                    None => format!("unknown {var}"),
                };
                conflict.reason.render(conflict.elem, &name).fmt(f)
            }
            BufferError::Offset { member, given, required } => {
                write!(f, "the offset of tensor {member} is {given}, but must be {required}")
            }
            BufferError::TooLarge { member, overflow: Some(overflow) } => {
                write!(f, "tensor {member}: {overflow}")
            }
            BufferError::TooLarge { member, overflow: None } => {
                write!(f, "strides and offset of tensor {member} do not fit 64 bits of elements")
            }
        }
    }
}

impl std::error::Error for BufferError {}
