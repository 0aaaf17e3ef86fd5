//! The result of a failed check.

use std::fmt;

/// The reason for a failed check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FailureKind {
    /// The checks are valid, but the input does not satisfy them.
    Mismatch,
    /// The check file or the options are invalid, or the input is empty. LLVM can be less strict.
    Malformed,
}

/// A failed check. `Display` prints the directive with its position, the start of the search, and the closest text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckFailure {
    /// The reason.
    pub kind: FailureKind,
    message: String,
}

impl CheckFailure {
    /// Returns a failure caused by the check file.
    pub(crate) fn malformed(message: String) -> CheckFailure {
        CheckFailure { kind: FailureKind::Malformed, message }
    }

    /// Returns a failure caused by the input.
    pub(crate) fn mismatch(message: String) -> CheckFailure {
        CheckFailure { kind: FailureKind::Mismatch, message }
    }
}

impl fmt::Display for CheckFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.message.trim_end())
    }
}

impl std::error::Error for CheckFailure {}
