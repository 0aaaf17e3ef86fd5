//! Strides: stride requirements, the exact solver, the check of given strides, subviews of shared buffers, and strided
//! memory.
//!
//! The modules in reading order:
//! - `reqs`: stride requirements; `constraint`: the constraint that a requirement imposes on strides; `conflict`:
//!   constraints that cannot all hold;
//! - `system`: the solver of constraint systems;
//! - `subview`: a tensor as a subview of the buffer of another tensor; `nesting`: which dims of a buffer are inside
//!   which;
//! - `sharing`: which tensors share a buffer; `buffer`: the strides of all tensors of one buffer; `solve`: the strides
//!   of one tensor;
//! - `check`: given strides compared with requirements;
//! - `physical`: memory with known strides; `overflow`: the check that its sizes fit 64 bits; `describe`: its strides
//!   as equations.

mod buffer;
mod check;
mod conflict;
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
    BufferConflict, BufferConstraints, BufferDerivation, BufferError, BufferMember, BufferProblem,
    BufferReason, ConflictStep, MemberLayout, Origin, StepBound, StrideLimit, StrideLimits,
};
pub use check::{Violation, check};
pub use conflict::{Conflict, Correction};
pub use constraint::{Constraint, Scaled};
pub use overflow::MemoryOverflow;
pub use physical::{AddressError, PhysicalLayout};
pub(crate) use physical::{narrow, span_of};
pub use reqs::{Amount, Req, ReqKind, StrideReqs, Unit};
pub use sharing::{SharedBuffer, SharedBuffers, SharedMember, SharingConflict, WholePart};
pub use solve::solve;
pub use subview::{ContiguityConstraint, DimBinding, SliceDim, SubviewFault, SubviewMap, ViewMap};
pub use system::{
    BoundKind, Cause, Derivation, DerivedBound, Multiple, Proportion, Reason, System,
    SystemConflict, size_text,
};
