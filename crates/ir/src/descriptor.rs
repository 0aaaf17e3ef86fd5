//! Descriptors: from ops to the layout core.
//!
//! A descriptor is an op whose region holds one block of stages, from memory to the user; its dims are
//! SSA values. In reading order: [`Stage`] is what an op says of its part; `body` checks that the stages
//! stand where they may; `build` makes a layout of them; `chain` follows what one is made from;
//! `symbols` holds [`Layouts`], the layouts of a module by name and by type, each built once; `check` is
//! the verifier's part; `infer` gives the types that a text leaves out.

mod body;
mod build;
mod chain;
mod check;
mod infer;
mod symbols;

pub use crate::registry::{Base, Stage, StageOp};
pub use build::{Descriptor, StageDims};
pub(crate) use check::{Found, check};
pub use infer::infer_types;
pub use symbols::Layouts;

/// What was found wrong with a descriptor. Nothing where the verifier tells it elsewhere: a fault of one op
/// by itself, of dominance, or of another descriptor.
pub type Faults = Vec<crate::diag::Diag>;
