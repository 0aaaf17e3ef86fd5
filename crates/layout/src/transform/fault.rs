//! Why a transform does not fit dims.

/// Why a transform does not fit the dims below it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TransformFault {
    /// The fault, with the numbers that disagree.
    pub message: String,
    /// The remedy; empty if there is none.
    pub note: String,
}

impl TransformFault {
    pub(super) fn new(message: impl Into<String>, note: impl Into<String>) -> TransformFault {
        TransformFault { message: message.into(), note: note.into() }
    }
}
