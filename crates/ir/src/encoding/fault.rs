//! Faults of layouts, before the span is known at which they are reported.

use crate::diag::{Code, Diag, Severity};
use crate::source::{PathStep, Place};

/// A fault of a layout, at a part of the text that holds the layout.
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
    /// The path to the part that is invalid: from a type for what reads types, from an encoding for what reads these.
    pub path: Vec<PathStep>,
    /// The text that is probably meant at the path; `None` if nothing is near.
    pub near: Option<String>,
}

impl Fault {
    /// An error at the whole text.
    pub fn new(code: Code, message: impl Into<String>) -> Fault {
        Fault {
            severity: Severity::Error,
            code,
            message: message.into(),
            notes: Vec::new(),
            path: Vec::new(),
            near: None,
        }
    }

    pub(crate) fn note(mut self, note: impl Into<String>) -> Fault {
        self.notes.push(note.into());
        self
    }

    /// The fault at a part of the text.
    pub(crate) fn at(self, path: impl Into<Vec<PathStep>>) -> Fault {
        Fault { path: path.into(), ..self }
    }

    /// The fault of the value of an entry.
    pub(crate) fn at_entry(self, key: &str) -> Fault {
        self.at([PathStep::Attr(key.into())])
    }

    /// The fault of the key of an entry.
    pub(crate) fn at_key(self, key: &str) -> Fault {
        self.at([PathStep::Attr(key.into()), PathStep::Key])
    }

    /// A fault of an encoding as the fault of its type.
    pub(crate) fn in_encoding(mut self) -> Fault {
        self.path.insert(0, PathStep::Encoding);
        self
    }

    /// Returns the notes of the fault for a reader without its text: the near name, then the others.
    pub fn into_notes(self) -> Vec<String> {
        let near = self.near.map(|near| format!("did you mean `{near}`?"));
        near.into_iter().chain(self.notes).collect()
    }

    /// The diagnostic of the fault in a text at a place.
    pub fn to_diag(&self, place: impl Into<Place>) -> Diag {
        let place = place.into().join(&self.path);
        let diag = Diag::new(self.severity, self.code, place.clone(), self.message.clone());
        let diag = diag.did_you_mean(place, self.near.as_deref());
        self.notes.iter().fold(diag, |diag, note| diag.note(note.clone()))
    }
}
