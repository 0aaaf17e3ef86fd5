//! Strides: requirements on them, the exact solver, the check of given ones, subviews of shared buffers, and strided
//! memory.
//!
//! In reading order: `reqs` is the language of requirements; `constraint` what a requirement means for a stride; `system`
//! solves constraints; `subview` is a tensor in the buffer of another one; `nesting` which dims of a buffer lie inside
//! which; `sharing` which tensors share a buffer; `buffer` the strides of all tensors of one; `solve` those of one
//! tensor; `check` compares given strides with requirements; `physical` is memory with known strides, and `overflow` the
//! check that its sizes fit 64 bits; `describe` shows its strides as equations.

mod buffer;
mod check;
mod constraint;
mod describe;
mod nesting;
mod overflow;
mod physical;
mod reqs;
mod sharing;
mod solve;
mod subview;
mod system;

pub use buffer::{
    BufferConflict, BufferDerivation, BufferError, BufferMember, BufferProblem, ConflictStep,
    ConstraintOrigins, Correction, MemberLayout, Origin, StepBound, StrideLimit, StrideLimits,
};
pub use check::{Violation, check};
pub use constraint::{Constraint, Scaled};
pub use overflow::MemoryOverflow;
pub use physical::{AddressError, PhysicalLayout};
pub(crate) use physical::{in_range, span_of};
pub use reqs::{Amount, Req, ReqKind, StrideReqs, Unit};
pub use sharing::{SharedBuffer, SharedBuffers, SharedMember, SharingConflict};
pub use solve::{Conflict, ConflictKind, ReqCorrection, solve};
pub use subview::{ContiguityConstraint, DimBinding, SliceDim, SubviewFault, SubviewMap, ViewMap};
pub use system::{
    BoundKind, Cause, Derivation, DerivedBound, Multiple, Proportion, Reason, System,
    SystemConflict, size_text,
};
