//! The reason why the tensors of a buffer have no valid strides.

use std::fmt;

use super::origins::{ConstraintOrigins, Origin};
use crate::space::{ElemSize, MemStrides};
use crate::stride::overflow::MemoryOverflow;
use crate::stride::system::Reason;

/// The reason why the tensors of a buffer have no valid strides.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BufferError {
    /// The constraints are unsatisfiable.
    Conflict(Box<BufferConflict>),
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

/// A set of unsatisfiable constraints on the strides of a buffer.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct BufferConflict {
    /// The numbers that disagree, in terms of unknowns.
    pub reason: Reason,
    /// The element size, in which the reason counts.
    pub elem: ElemSize,
    /// For each unknown, the tensor and the physical dim whose stride it is.
    pub unknowns: Vec<(usize, usize)>,
    /// All constraints with their origins.
    pub constraints: ConstraintOrigins,
    /// A minimal unsatisfiable core, with the effect of dropping each member. The constraints of the core cannot all
    /// hold; after dropping any one of them, the others can.
    pub unsat_core: Vec<Correction>,
}

/// The effect of dropping one constraint of an unsatisfiable core.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Correction {
    /// The origins of the constraint.
    pub origins: Vec<Origin>,
    /// The least strides of the whole buffer, by physical dim of the root, that satisfy all other constraints. `None`
    /// if these are unsatisfiable, too.
    pub strides: Option<MemStrides>,
}

impl fmt::Display for BufferError {
    /// Prints the error in terms of the members: `tensor 0`, `tensor 1` and so on.
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
                write!(f, "the strides and the offset of tensor {member} do not fit 64 bits")
            }
        }
    }
}

impl std::error::Error for BufferError {}
