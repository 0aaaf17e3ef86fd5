//! Diagnostics and decisions of the pass: which type or op each requirement comes from, and what would be right.
//!
//! `reporter` names tensors, `origins` where constraints come from; `lone` reports tensors that share no buffer,
//! `conflicts` shared buffers, `decisions` what the pass decided, `derivation` what each stride follows from, `steps` what each number of a
//! conflict follows from.

mod conflicts;
mod decisions;
mod derivation;
mod lone;
mod origins;
mod reporter;
mod steps;

pub(super) use decisions::ResolvedTensor;
pub(super) use origins::TensorGroup;
pub(super) use reporter::StrideReporter;
