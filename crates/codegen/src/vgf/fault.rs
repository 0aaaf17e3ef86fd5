//! The reason why bytes are not a VGF file.

use ir::layout::impl_error;

/// The reason why bytes are not a VGF file that layoutc reads.
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
}
