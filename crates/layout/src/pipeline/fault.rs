//! Why dims and transforms are no layout.

use std::fmt;

use crate::space::DimId;
use crate::transform::{FaultPart, TransformFault};

/// Why dims and transforms are no layout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LayoutFault {
    /// The fault, with the numbers that disagree.
    pub message: String,
    /// The remedies.
    pub notes: Vec<String>,
    /// The transform at fault, by its place among those put over this builder's dims; `None` if it is not about one.
    pub stage: Option<usize>,
    /// The dim at fault; `None` if it is not about one.
    pub dim: Option<DimId>,
    /// `true` if an index leaves the dim that it reaches, `false` if the dims and transforms are wrong by themselves.
    pub index: bool,
    /// `true` if the search for such an index ended with its budget, so that there need not be one.
    pub undecided: bool,
    /// The part of the transform or base at fault; `None` if it is the whole.
    pub part: Option<FaultPart>,
}

impl LayoutFault {
    pub(crate) fn new(message: impl Into<String>) -> LayoutFault {
        LayoutFault {
            message: message.into(),
            notes: Vec::new(),
            stage: None,
            dim: None,
            index: false,
            undecided: false,
            part: None,
        }
    }

    /// The fault of an attribute.
    pub(crate) fn of(self, attribute: &'static str) -> LayoutFault {
        LayoutFault { part: Some(FaultPart::Attribute(attribute)), ..self }
    }

    pub(crate) fn note(mut self, note: impl Into<String>) -> LayoutFault {
        self.notes.push(note.into());
        self
    }
}

impl From<TransformFault> for LayoutFault {
    fn from(fault: TransformFault) -> LayoutFault {
        let notes = if fault.note.is_empty() { Vec::new() } else { vec![fault.note] };
        LayoutFault { notes, part: fault.part, ..LayoutFault::new(fault.message) }
    }
}

impl fmt::Display for LayoutFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for LayoutFault {}
