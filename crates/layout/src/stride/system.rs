//! Systems of constraints on strides: the strides of all tensors that share memory, solved together and exactly.
//!
//! The unknowns are strides in whole elements, at least one each. A [`Constraint`](crate::Constraint) is about one or two
//! of them. Every constraint still holds when two solutions are replaced by their minimum, variable by variable. So a
//! system that has solutions has one that is least in every variable, and [`System::solve`] finds it.
//!
//! In reading order:
//! - `problem`: the system and its conflict;
//! - `classes`, `ratio`: equalities group the variables into classes, in which each stride is a known multiple of one
//!   unknown;
//! - `state`: one computation of the least solution, which grows in stages: `equalities` (classes, and the graph of the
//!   lower bounds between them), `bounds` (the direct bounds of a class), `fixpoint` (the least value of each class, in the
//!   order of that graph);
//! - `cycles`, `exact`: a cycle of lower bounds whose factors multiply to more than one never holds, one of exactly one
//!   is an equality;
//! - `reason`: why a system fails, as data; `trace`, `explain`: from the place where a computation fails to its reason;
//! - `unsat_core`: the entry, and the minimal set of constraints that fails, with its minimal corrections;
//! - `derive`: why each least stride is not less; `render`: reasons as sentences.

mod bounds;
mod classes;
mod cycles;
mod derive;
mod equalities;
mod exact;
mod explain;
mod fixpoint;
mod problem;
mod ratio;
mod reason;
mod render;
mod state;
mod trace;
mod unsat_core;

pub use derive::{Derivation, Multiple};
pub use problem::{System, SystemConflict};
pub use reason::{BoundKind, Cause, DerivedBound, Proportion, Reason};
pub use render::size_text;

#[cfg(test)]
mod tests;
