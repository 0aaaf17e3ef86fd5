//! The exit statuses; 0 is success.

use ir::diag::Diag;

/// The input is invalid, or a check failed.
pub(crate) const FAILED: i32 = 1;

/// The command line is invalid.
pub(crate) const USAGE: i32 = 2;

/// An internal error; the status of a Rust program that panics.
pub(crate) const INTERNAL: i32 = 101;

/// The reason why an execution stops.
#[derive(Debug)]
pub(crate) struct Stopped {
    /// The diagnostics.
    pub(crate) diags: Vec<Diag>,
    /// The exit status.
    pub(crate) status: i32,
}

impl Stopped {
    /// Returns the reason with this diagnostic alone.
    pub(crate) fn new(diag: Diag, status: i32) -> Stopped {
        Stopped { diags: vec![diag], status }
    }

    /// Returns the reason with each diagnostic rewritten.
    pub(crate) fn map(self, rewrite: impl FnMut(Diag) -> Diag) -> Stopped {
        Stopped { diags: self.diags.into_iter().map(rewrite).collect(), ..self }
    }
}

/// A failure of the input.
impl From<Box<Diag>> for Stopped {
    fn from(diag: Box<Diag>) -> Stopped {
        Stopped::new(*diag, FAILED)
    }
}
