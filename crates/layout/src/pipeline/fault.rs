//! The reason why dims and transforms do not form a layout.

use crate::space::{DimId, RankError};
use crate::transform::{FaultPart, TransformFault};

/// The reason why dims and transforms do not form a layout.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct LayoutFault {
    /// The fault, with the numbers that disagree.
    pub message: String,
    /// Further facts, and how to correct the fault.
    pub notes: Vec<String>,
    /// The offending transform, by its index among those that this builder applied; `None` if no transform is at fault.
    pub stage: Option<usize>,
    /// The offending dim; `None` if no dim is at fault.
    pub dim: Option<DimId>,
    /// `true` if a valid index is outside the dim that it reaches; `false` if the dims and transforms do not fit each
    /// other.
    pub index: bool,
    /// `true` if the search for such an index exhausted its budget, so that there may be none.
    pub undecided: bool,
    /// The offending part of the transform or base; `None` if it is the whole.
    pub part: Option<FaultPart>,
}

impl LayoutFault {
    /// Returns a fault of a layout as a whole.
    pub fn new(message: impl Into<String>) -> LayoutFault {
        LayoutFault { message: message.into(), ..LayoutFault::default() }
    }

    /// Returns the same fault, located at an attribute.
    #[must_use]
    pub fn at_attribute(self, attribute: &'static str) -> LayoutFault {
        LayoutFault { part: Some(FaultPart::Attribute(attribute)), ..self }
    }

    /// Returns the same fault with a further note.
    #[must_use]
    pub fn note(mut self, note: impl Into<String>) -> LayoutFault {
        self.notes.push(note.into());
        self
    }
}

impl From<RankError> for LayoutFault {
    fn from(error: RankError) -> LayoutFault {
        LayoutFault::new(error.to_string())
    }
}

impl From<TransformFault> for LayoutFault {
    fn from(fault: TransformFault) -> LayoutFault {
        let notes = if fault.note.is_empty() { Vec::new() } else { vec![fault.note] };
        LayoutFault { notes, part: fault.part, ..LayoutFault::new(fault.message) }
    }
}

impl_error!(LayoutFault { Self { message, .. } => "{message}" });
