//! Descriptors: ops that describe a layout stage by stage, and their conversion to a [`Layout`](crate::layout::Layout).
//!
//! A descriptor is an op with a region of one block. Each op of the block is a stage; the first is the base. Stages are
//! listed from memory to the user, and their dims are SSA values. In reading order:
//!
//! - [`DescriptorStage`] is the interface of an op that is a stage.
//! - `module_ops` finds ops by symbol.
//! - `body` checks the order of the stages.
//! - `build` builds the layout from the stages; its base may be `nested`, the layout of another symbol. With
//!   `placement_dims`, it is a placement.
//! - `base` is the layout on which a descriptor is built, and `symbolic` the symbols of a descriptor.
//! - `chain` follows the layouts on which a descriptor is built.
//! - `layouts` has [`Layouts`], the layouts of a module by name and, in `typed`, by type, each built once.
//! - `choice_layouts` finds the layouts that choices define themselves.
//! - `write` writes a descriptor as ops.
//! - `check` is the part of the verifier for descriptors.
//! - `infer` infers the types that custom forms omit.

mod base;
mod body;
mod build;
mod chain;
mod check;
mod choice_layouts;
mod infer;
mod layouts;
mod module_ops;
mod nested;
mod placement_dims;
mod symbolic;
mod typed;
mod write;

pub use crate::registry::{
    Base, DescribedLayout, DescriptorStage, StageOp, SymbolicMemory, not_concrete, not_in_memory,
};
pub use build::{Descriptor, StageDims};
pub(crate) use check::{DescriptorOps, check};
pub(crate) use choice_layouts::ChoiceLayouts;
pub use infer::infer_types;
pub use layouts::Layouts;
pub(crate) use symbolic::symbols_of;
pub use write::write_descriptor;

/// The faults of a descriptor. The list is empty for a fault that the verifier reports elsewhere: a fault of a single
/// op, of dominance, or of another descriptor.
pub type Faults = Vec<crate::diag::Diag>;
