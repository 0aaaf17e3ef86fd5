//! Diagnostics and explanations of the pass: the origin of each requirement, and the strides that satisfy it.
//!
//! `reporter` names tensors, `origins` describes the origins of constraints. `lone` reports tensors that share no
//! buffer, `conflicts` shared buffers, and `core_script` writes a conflict as SMT-LIB. `decisions` explains the decisions of the pass, `derivation` the origin of each
//! stride, `steps` the steps of a conflict.

mod conflicts;
mod core_script;
mod decisions;
mod derivation;
mod lone;
mod origins;
mod reporter;
mod steps;

pub(super) use decisions::ResolvedTensor;
pub(super) use origins::TensorGroup;
pub(super) use reporter::StrideReporter;
