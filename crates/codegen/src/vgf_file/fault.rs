//! The reason why a file cannot be read or written.

use ir::layout::impl_error;

/// The reason why bytes are not a VGF file that layoutc reads, or a file cannot be written.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct VgfFault {
    /// The reason, a clause without a capital letter and a full stop.
    pub message: String,
}

impl_error!(VgfFault { Self { message } => "{message}" });

impl VgfFault {
    pub(super) fn new(message: impl Into<String>) -> VgfFault {
        VgfFault { message: message.into() }
    }

    /// Returns the fault with the name of its section.
    pub(super) fn inside(self, section: &str) -> VgfFault {
        VgfFault::new(format!("{section}: {}", self.message))
    }
}
