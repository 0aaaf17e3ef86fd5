//! Buffers: the strides of all tensors that share one memory, from their requirements, given strides and limits.
//!
//! One dim of the buffer has one unknown stride; a tensor's stride is a multiple of one of them, or free for a dim of
//! length 1. `problem` is the input, `constraints` the system of constraints that it means, `origins` the origins of
//! each of them, `solve` the least solution and why it is that, `error` why there is none, and
//! `steps` the derivation of that. A lone tensor is a buffer with one member.

mod constraints;
mod error;
mod origins;
mod problem;
mod solve;
mod steps;

pub use error::{BufferConflict, BufferError, Correction};
pub use origins::{ConstraintOrigins, Origin, StrideLimit};
pub use problem::{BufferMember, BufferProblem, StrideLimits};
pub use solve::{BufferDerivation, MemberLayout};
pub use steps::{ConflictStep, StepBound};
