//! The reason why a tensor has no Vulkan description.

use ir::diag::{Code, Diag, code};
use ir::encoding;
use ir::source::{PathStep, SourceLocation};
use ir::vulkan::DescriptionError;
use std::fmt;

/// The reason why a tensor has no Vulkan description.
pub(super) struct NoDescription {
    pub(super) code: Code,
    reason: String,
    notes: Vec<String>,
    /// The path from the type to the part that is invalid.
    path: Vec<PathStep>,
}

impl NoDescription {
    pub(super) fn new(code: Code, reason: impl Into<String>) -> NoDescription {
        NoDescription { code, reason: reason.into(), notes: Vec::new(), path: Vec::new() }
    }

    /// Returns the error for a layout whose lengths or strides are out of range.
    pub(super) fn shape(error: impl fmt::Display) -> NoDescription {
        NoDescription::new(code::SHAPE, error.to_string())
    }

    /// Returns the same error with a note.
    pub(super) fn note(mut self, note: impl Into<String>) -> NoDescription {
        self.notes.push(note.into());
        self
    }

    /// Returns the diagnostic about the tensor of this name; `place` is the source location of its type.
    pub(super) fn diag(self, place: SourceLocation, name: &str) -> Diag {
        let message = format!("{name} has no Vulkan description: {}", self.reason);
        let diag = Diag::error(self.code, place.join(&self.path), message);
        self.notes.into_iter().fold(diag, Diag::note)
    }
}

impl From<encoding::Fault> for NoDescription {
    fn from(fault: encoding::Fault) -> NoDescription {
        let none = NoDescription::new(fault.code, fault.message);
        NoDescription { notes: fault.notes, path: fault.path, ..none }
    }
}

impl From<DescriptionError> for NoDescription {
    fn from(error: DescriptionError) -> NoDescription {
        let code = match error {
            DescriptionError::Unregistered { .. } => code::VULKAN_RULE,
            _ => code::SHAPE,
        };
        NoDescription::new(code, error.to_string())
    }
}
