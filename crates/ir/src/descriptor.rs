//! Descriptors: from ops to the layout core.
//!
//! A descriptor is an op whose region holds one block of stages, from memory to the user; its dims are SSA values. In
//! reading order: [`DescriptorStage`] is the interface of an op that is a stage; `module_ops` finds ops by symbol;
//! `body` checks the order of the stages; `build` builds a layout of them, on a base that may be `nested`; `chain`
//! follows the layouts that a descriptor is built on; `layouts` holds [`Layouts`], the layouts of a module by name
//! and by type, each built once; `check` is the verifier's part; `infer` adds the types that custom forms leave out.

mod body;
mod build;
mod chain;
mod check;
mod infer;
mod layouts;
mod module_ops;
mod nested;

pub use crate::registry::{Base, DescriptorStage, StageOp};
pub use build::{Descriptor, StageDims};
pub(crate) use check::{DescriptorOps, check};
pub use infer::infer_types;
pub use layouts::Layouts;

/// The faults of a descriptor. The list is empty if the verifier reports the fault elsewhere: a fault of one op by
/// itself, of dominance, or of another descriptor.
pub type Faults = Vec<crate::diag::Diag>;
