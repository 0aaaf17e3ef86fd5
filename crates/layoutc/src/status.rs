//! The exit statuses; 0 is success.

/// The input is invalid, or a check failed.
pub(crate) const FAILED: i32 = 1;

/// The command line is invalid.
pub(crate) const USAGE: i32 = 2;

/// An internal error; the status of a Rust program that panics.
pub(crate) const INTERNAL: i32 = 101;
