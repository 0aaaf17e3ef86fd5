//! Diagnostics and decisions of the pass: which type or op each requirement comes from, and what would be right.
//!
//! `reporter` names tensors; `lone` reports tensors that share no buffer, `conflicts` shared buffers and the origins of
//! constraints, `decisions` what the pass decided, `derivation` what each stride follows from, `steps` what each number of a
//! conflict follows from.

mod conflicts;
mod decisions;
mod derivation;
mod lone;
mod reporter;
mod steps;

pub(super) use conflicts::TensorGroup;
pub(super) use decisions::ResolvedTensor;
pub(super) use reporter::StrideReporter;
