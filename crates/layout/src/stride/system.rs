//! Systems of constraints on strides: the strides of all tensors that share memory, solved together and exactly.
//!
//! The unknowns are strides in whole elements, at least 1 each. A [`Constraint`](crate::Constraint) refers to one or
//! two of them. If two solutions satisfy a constraint, so does their elementwise minimum. Therefore a satisfiable
//! system has a least solution, and [`System::solve`] returns it.
//!
//! In reading order:
//! - `problem`: the system and its conflict;
//! - `classes`, `ratio`: equivalence classes of variables under equalities. Each stride of a class is a known multiple
//!   of one unknown;
//! - `state`: the state of one computation of the least solution, which runs in stages: `equalities` (classes, and the
//!   graph of the lower bounds between them), `bounds` (the direct bounds of a class), `fixpoint` (the least value of
//!   each class, in the order of that graph);
//! - `cycles`, `exact`: cycles of lower bounds. If the factors of a cycle multiply to more than 1, it never holds; if
//!   they multiply to exactly 1, it is an equality;
//! - `reason`: the reason why a system fails, as data; `trace`, `explain`: the computation of that reason from the
//!   failure;
//! - `unsat_core`: the entry point, and the minimal unsatisfiable core with its minimal corrections;
//! - `derive`: the derivation of each least stride; `render`: reasons as sentences.

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
