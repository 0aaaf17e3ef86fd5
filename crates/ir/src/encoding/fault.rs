//! Faults of layouts, before the span is known at which they are reported.

use crate::diag::{Code, Diag, Severity};
use crate::source::Span;

/// A fault of a layout, without a span.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The severity: a warning if the layout is legal, but deprecated.
    pub severity: Severity,
    /// The code.
    pub code: Code,
    /// The sentence, with the values that disagree.
    pub message: String,
    /// The allowed alternatives.
    pub notes: Vec<String>,
}

impl Fault {
    pub(crate) fn new(code: Code, message: impl Into<String>) -> Fault {
        Fault { severity: Severity::Error, code, message: message.into(), notes: Vec::new() }
    }

    pub(crate) fn note(mut self, note: impl Into<String>) -> Fault {
        self.notes.push(note.into());
        self
    }

    /// The diagnostic of the fault at a span.
    pub fn to_diag(&self, span: Span) -> Diag {
        let diag = Diag::new(self.severity, self.code, span, self.message.clone());
        self.notes.iter().fold(diag, |diag, note| diag.note(note.clone()))
    }
}
