//! Why a check did not pass.

use std::fmt;

/// Why a check did not pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FailureKind {
    /// The checks are fine, the input does not satisfy them.
    Mismatch,
    /// The check file, the options or an empty input are at fault; LLVM may be less strict.
    Malformed,
}

/// A failed check; `Display` gives the directive with its place, where the search began, and the closest text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckFailure {
    /// The faulty side.
    pub kind: FailureKind,
    message: String,
}

impl CheckFailure {
    /// A failure because of the check file itself.
    pub(crate) fn malformed(message: String) -> CheckFailure {
        CheckFailure { kind: FailureKind::Malformed, message }
    }

    /// A failure because of the input.
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
