//! The fault of a text that should denote a layout. The readers of notations are in a crate of their own.

use std::fmt;
use std::ops::Range;

/// The reason why a text denotes no layout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotationFault {
    /// The faulty part of the text, in bytes. An empty range is the position where something is missing.
    pub at: Range<usize>,
    /// The fault, with the values that disagree.
    pub message: String,
    /// The facts that decide, and how to correct the fault.
    pub notes: Vec<String>,
    /// A text that is near to the faulty part and is known there; `None` if none is near.
    pub near: Option<String>,
}

impl NotationFault {
    /// Returns a fault of a part of the text.
    pub fn new(at: Range<usize>, message: impl Into<String>) -> NotationFault {
        NotationFault { at, message: message.into(), notes: Vec::new(), near: None }
    }

    /// Returns the same fault with a further note.
    #[must_use]
    pub fn note(mut self, note: impl Into<String>) -> NotationFault {
        self.notes.push(note.into());
        self
    }

    /// Returns the same fault of a text that begins this many bytes later.
    #[must_use]
    pub fn shifted(mut self, by: usize) -> NotationFault {
        self.at = self.at.start + by..self.at.end + by;
        self
    }
}

impl fmt::Display for NotationFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "column {}: {}", self.at.start + 1, self.message)?;
        let near = self.near.as_ref().map(|near| format!("did you mean `{near}`?"));
        self.notes.iter().chain(&near).try_for_each(|note| write!(f, "; {note}"))
    }
}

impl std::error::Error for NotationFault {}
