//! The names of Vulkan's numbers, and the error of a module that cannot be a VGF file.

use ir::diag::{Diag, code};
use ir::source::SourceLocation;
use ir::vulkan::find_registered_value;

/// `VK_DESCRIPTOR_TYPE_STORAGE_BUFFER`.
pub(super) const STORAGE_BUFFER: u32 = 7;

/// `VK_DESCRIPTOR_TYPE_TENSOR_ARM`.
pub(super) const TENSOR: u32 = 1_000_460_000;

/// The descriptor type of a constant.
pub(super) const NONE: u32 = u32::MAX;

/// Returns the name of a `VkDescriptorType`.
pub(crate) fn descriptor_name(value: u32) -> String {
    match value {
        STORAGE_BUFFER => "VK_DESCRIPTOR_TYPE_STORAGE_BUFFER".to_owned(),
        TENSOR => "VK_DESCRIPTOR_TYPE_TENSOR_ARM".to_owned(),
        NONE => "none".to_owned(),
        _ => value.to_string(),
    }
}

/// Returns the name of a `VkFormat`.
pub(crate) fn format_name(value: u32) -> String {
    let known = find_registered_value(i64::from(value));
    known.map_or_else(|| value.to_string(), |format| format.name.to_owned())
}

/// Returns the error that a module cannot be a VGF file.
pub(super) fn refused(place: SourceLocation, reason: &str) -> Diag {
    Diag::error(code::OUTPUT, place, format!("the module cannot be written as VGF: {reason}"))
}
