//! Buffers: the strides of all tensors that share one memory, determined by their requirements, given strides and
//! limits.
//!
//! Each dim of the buffer has one unknown stride. The stride of a tensor's dim is a multiple of one unknown, or free if
//! the dim has length 1. A tensor that shares no memory is a buffer with one member.
//!
//! - `problem`: the input; `constraints`: the system of constraints that it implies; `origins`: the origins of each
//!   constraint;
//! - `solve`: the least solution and its derivation;
//! - `error`: the reason why there is no solution; `steps`: the derivation of that reason.

mod constraints;
mod error;
mod origins;
mod problem;
mod solve;
mod steps;

pub use error::{BufferConflict, BufferError, BufferReason};
pub use origins::{BufferConstraints, Origin, StrideLimit};
pub use problem::{BufferMember, BufferProblem, StrideLimits};
pub use solve::{BufferDerivation, MemberLayout};
pub use steps::{ConflictStep, StepBound};
