//! The reason why a transform does not fit its dims.

/// The part of a transform or base that a fault refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FaultPart {
    /// An attribute of its op.
    Attribute(&'static str),
    /// A operand dim, by its position.
    Lower(usize),
}

/// The reason why a transform does not fit its operand dims.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct TransformFault {
    /// The fault, with the numbers that disagree.
    pub message: String,
    /// A further fact, or how to correct the fault; empty if the message suffices.
    pub note: String,
    /// The offending part; `None` if it is the transform as a whole.
    pub part: Option<FaultPart>,
}

impl TransformFault {
    pub(super) fn new(message: impl Into<String>, note: impl Into<String>) -> TransformFault {
        TransformFault { message: message.into(), note: note.into(), part: None }
    }

    /// Returns the same fault, located at an attribute.
    pub(super) fn at_attribute(self, attribute: &'static str) -> TransformFault {
        TransformFault { part: Some(FaultPart::Attribute(attribute)), ..self }
    }
}
