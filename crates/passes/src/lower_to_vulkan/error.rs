//! The reason why a tensor has no Vulkan description, as a fault of its type.

use ir::diag::{Diag, Severity, code};
use ir::encoding::Fault;
use ir::source::SourceLocation;
use ir::vulkan::DescriptionError;
use std::fmt;

/// Returns the fault of a layout whose lengths or strides are out of range.
pub(super) fn out_of_range(error: impl fmt::Display) -> Fault {
    Fault::new(code::SHAPE, error.to_string())
}

/// Returns the fault of a description that is invalid.
pub(super) fn invalid(error: DescriptionError) -> Fault {
    match error {
        DescriptionError::Unregistered { .. } => Fault::new(code::VULKAN_RULE, error.to_string()),
        _ => out_of_range(error),
    }
}

/// Returns the diagnostic about the tensor of this name; `place` is the source location of its type.
pub(super) fn without_description(fault: Fault, place: SourceLocation, name: &str) -> Diag {
    let mut fault = fault;
    fault.message = format!("{name} has no Vulkan description: {}", fault.message);
    fault.severity = Severity::Error;
    fault.near = None;
    fault.to_diag(place)
}
