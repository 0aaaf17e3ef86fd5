//! Why a tensor has no Vulkan description.

use crate::tensors::Holder;
use ir::diag::{Code, Diag, code};
use ir::source::PathStep;
use ir::vulkan::DescriptionError;
use ir::{Module, encoding};
use std::fmt;

/// Why a tensor has no Vulkan description.
pub(super) struct NoDescription {
    pub(super) code: Code,
    reason: String,
    notes: Vec<String>,
    /// The path from the type to the part that is invalid; nothing if the tensor has no description as a whole.
    path: Vec<PathStep>,
}

impl NoDescription {
    pub(super) fn new(code: Code, reason: impl Into<String>) -> NoDescription {
        NoDescription { code, reason: reason.into(), notes: Vec::new(), path: Vec::new() }
    }

    /// A layout whose numbers are out of range.
    pub(super) fn shape(error: impl fmt::Display) -> NoDescription {
        NoDescription::new(code::SHAPE, error.to_string())
    }

    /// The diagnostic about the tensor of this name.
    pub(super) fn diag(self, module: &Module, holder: Holder, name: &str) -> Diag {
        let place = match self.path.is_empty() {
            true => holder.span(module).into(),
            false => holder.type_place(module).join(&self.path),
        };
        let message = format!("{name} has no Vulkan description: {}", self.reason);
        self.notes.into_iter().fold(Diag::error(self.code, place, message), Diag::note)
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
