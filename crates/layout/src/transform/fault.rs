//! Why a transform does not fit dims.

/// The part of a transform or base that a fault is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FaultPart {
    /// An attribute of its form.
    Attribute(&'static str),
    /// A dim below it, by its position.
    Lower(usize),
}

/// Why a transform does not fit the dims below it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TransformFault {
    /// The fault, with the numbers that disagree.
    pub message: String,
    /// The remedy; empty if there is none.
    pub note: String,
    /// The part at fault; `None` if it is the transform as a whole.
    pub part: Option<FaultPart>,
}

impl TransformFault {
    pub(super) fn new(message: impl Into<String>, note: impl Into<String>) -> TransformFault {
        TransformFault { message: message.into(), note: note.into(), part: None }
    }

    /// The fault of an attribute.
    pub(super) fn of(self, attribute: &'static str) -> TransformFault {
        TransformFault { part: Some(FaultPart::Attribute(attribute)), ..self }
    }
}
