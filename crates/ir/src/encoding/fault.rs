//! Faults of layouts, before their spans are known.

use crate::diag::{Code, Diag, Severity, code, counted};
use crate::source::{PathStep, SourceLocation};

/// A fault of a layout, at a part of the text that holds the layout.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Fault {
    /// The severity: a warning if the layout is valid but deprecated.
    pub severity: Severity,
    /// The error code.
    pub code: Code,
    /// The message, with the values that disagree.
    pub message: String,
    /// The notes, such as the allowed alternatives.
    pub notes: Vec<String>,
    /// The path to the invalid part: from the type for readers of types, from the encoding for readers of encodings.
    pub path: Vec<PathStep>,
    /// The text that is nearest to the invalid one at the path; `None` if none is near.
    pub near: Option<String>,
}

impl Fault {
    /// Returns an error at the whole text.
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

    /// Returns the fault of a list that has not one entry for each dim.
    pub(super) fn of_count(key: &str, entries: usize, rank: usize) -> Fault {
        let entries = counted(entries, "entry");
        let rank = counted(rank, "dim");
        let message = format!("`{key}` has {entries}, but the tensor has {rank}");
        Fault::new(code::ENCODING_KEYS, message)
    }

    /// Adds a note.
    pub fn note(mut self, note: impl Into<String>) -> Fault {
        self.notes.push(note.into());
        self
    }

    /// Returns the fault at a part of the text.
    pub(crate) fn at(self, path: impl Into<Vec<PathStep>>) -> Fault {
        Fault { path: path.into(), ..self }
    }

    /// Returns the fault at the value of an entry.
    pub(crate) fn at_entry(self, key: &str) -> Fault {
        self.at([PathStep::Attr(key.into())])
    }

    /// Returns the fault at the key of an entry.
    pub(crate) fn at_key(self, key: &str) -> Fault {
        self.at([PathStep::Attr(key.into()), PathStep::Key])
    }

    /// Converts a fault of a part to a fault of the whole, in which the path leads to the part.
    pub(crate) fn inside(mut self, path: impl IntoIterator<Item = PathStep>) -> Fault {
        self.path.splice(0..0, path);
        self
    }

    /// Converts a fault of an encoding to a fault of its type.
    pub(crate) fn in_encoding(self) -> Fault {
        self.inside([PathStep::Encoding])
    }

    /// Returns the notes for a consumer without the text: the nearest name, then the others.
    pub fn into_notes(self) -> Vec<String> {
        let near = self.near.map(|near| format!("did you mean `{near}`?"));
        near.into_iter().chain(self.notes).collect()
    }

    /// Returns the diagnostic of the fault at a place in a text.
    pub fn to_diag(&self, place: impl Into<SourceLocation>) -> Diag {
        let place = place.into().join(&self.path);
        let diag = Diag::new(self.severity, self.code, place.clone(), self.message.clone());
        let diag = diag.did_you_mean(place, self.near.as_deref());
        self.notes.iter().fold(diag, |diag, note| diag.note(note.clone()))
    }
}
