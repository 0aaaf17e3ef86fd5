//! Strides: requirements on them, the exact solver, the check of given ones, and strided memory.

mod check;
mod physical;
mod placement;
mod reqs;
mod solve;
mod system;

pub use check::{Violation, check};
pub use physical::{AddressError, PhysicalLayout};
pub(crate) use physical::{in_range, span_of};
pub use placement::{Merge, Place, PlaceFault, Placement, SliceDim};
pub use reqs::{Amount, Req, ReqKind, StrideReqs, Unit};
pub use solve::{Conflict, ConflictKind, Repair, size_text, solve};
pub use system::{
    Bound, Cause, Demand, Derivation, Fact, Multiple, Reason, Scaled, Share, System, SystemConflict,
};
