//! Why dims and transforms are not a layout.

use std::fmt;

use super::layout::DimId;
use crate::transform::TransformFault;

/// Why dims and transforms are no layout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LayoutFault {
    /// What is wrong, with the numbers that disagree.
    pub message: String,
    /// What would be right.
    pub notes: Vec<String>,
    /// The transform that it is about: the place among those that this builder was given.
    pub stage: Option<usize>,
    /// The dim that it is about.
    pub dim: Option<DimId>,
    /// An index leaves what it reaches, as opposed to what dims and transforms are by themselves.
    pub index: bool,
}

impl LayoutFault {
    pub(crate) fn new(message: impl Into<String>) -> LayoutFault {
        LayoutFault {
            message: message.into(),
            notes: Vec::new(),
            stage: None,
            dim: None,
            index: false,
        }
    }

    pub(crate) fn note(mut self, note: impl Into<String>) -> LayoutFault {
        self.notes.push(note.into());
        self
    }

    pub(super) fn of(fault: TransformFault, stage: usize) -> LayoutFault {
        let notes = if fault.note.is_empty() { Vec::new() } else { vec![fault.note] };
        LayoutFault { notes, stage: Some(stage), ..LayoutFault::new(fault.message) }
    }
}

impl fmt::Display for LayoutFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for LayoutFault {}
