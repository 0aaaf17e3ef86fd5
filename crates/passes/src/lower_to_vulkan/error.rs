//! Why a tensor has no Vulkan description.

use ir::diag::{Code, code};
use ir::encoding;
use ir::vulkan::DescriptionError;
use std::fmt;

/// Why a tensor has no Vulkan description.
pub(super) struct NoDescription {
    pub(super) code: Code,
    reason: String,
}

impl NoDescription {
    pub(super) fn new(code: Code, reason: impl Into<String>) -> NoDescription {
        NoDescription { code, reason: reason.into() }
    }

    /// A layout whose numbers are out of range.
    pub(super) fn shape(error: impl fmt::Display) -> NoDescription {
        NoDescription::new(code::SHAPE, error.to_string())
    }

    /// The sentence about the tensor of this name.
    pub(super) fn message(&self, name: &str) -> String {
        format!("{name} has no Vulkan description: {}", self.reason)
    }
}

impl From<encoding::Fault> for NoDescription {
    fn from(fault: encoding::Fault) -> NoDescription {
        NoDescription::new(fault.code, fault.message)
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
