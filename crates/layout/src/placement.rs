//! Placements: layouts whose memory has several named axes, such as lanes and registers.
//!
//! A placement maps an index to slots, and a slot has a coordinate on each axis. It is one [`Layout`](crate::Layout) whose
//! last logical dims are those of copies and of parts, and the axis of each dim of memory. So transforms, evaluation,
//! normal forms and inverses are those of layouts, and none of them knows an axis: the coordinates on one axis are the
//! offsets of the same layout with the strides of all other axes set to zero.
//!
//! - `axis`: names of axes and their order, and the ways to combine parts;
//! - `form`: a placement and its construction; `linear`: that of linear maps over bits;
//! - `slots`: the slots of an index; `bits`: the normal form over bits;
//! - `packed`: a placement as a layout in memory; `facts`: ranges, copies, owners and coverage; `compare`: equality;
//! - `moves`: what a conversion must move, by bits or by `digits`; `plan`: how, by `shuffles` between lanes, whose sources a `section` chooses, or
//!   through `shared` memory.

mod axis;
mod bits;
mod compare;
mod digits;
mod facts;
mod form;
mod linear;
mod moves;
mod packed;
mod plan;
mod section;
mod shared;
mod shuffles;
mod slots;

pub use axis::{AxisName, Combine, axis_list};
pub use compare::PlacementDifference;
pub use facts::Coverage;
pub use form::{MemoryAxes, Placement};
pub use linear::{AxisBases, bases_of_slots};
pub use moves::{MoveError, Moves};
pub use packed::AxisRange;
pub use plan::{Collective, MovePlan};
pub use shared::{SharedAccess, SharedPlan};
pub use shuffles::{ShufflePlan, ShuffleRound};
pub use slots::Slot;

#[cfg(test)]
mod plan_tests;
#[cfg(test)]
mod tests;
