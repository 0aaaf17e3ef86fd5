//! The name of the pass, under which it records decisions.

/// The name on the command line.
pub(super) const PASS: &str = "resolve-strides";
