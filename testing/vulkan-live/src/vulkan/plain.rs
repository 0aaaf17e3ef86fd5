//! Structs, lists and texts of Vulkan as Rust values.

use super::fault::{DriverFault, check};
use std::ffi::{CStr, c_char};
use std::ptr;
use vulkan_headers::vulkan::vulkan_core::*;

/// A struct of Vulkan that contains only numbers and pointers, so that all zeros is a valid value.
///
/// # Safety
/// All zeros must be a valid value of the type.
pub(super) unsafe trait Plain: Copy {}

/// Returns the value of all zeros.
pub(super) fn zeroed<T: Plain>() -> T {
    // SAFETY: `Plain` guarantees that all zeros is a valid value.
    unsafe { std::mem::zeroed() }
}

// SAFETY: structs of the registry with numbers, arrays of numbers and pointers, which may be null.
unsafe impl Plain for VkPhysicalDeviceProperties {}
// SAFETY: as above.
unsafe impl Plain for VkPhysicalDeviceFeatures {}
// SAFETY: as above.
unsafe impl Plain for VkPhysicalDeviceMemoryProperties {}
// SAFETY: as above.
unsafe impl Plain for VkPhysicalDevice8BitStorageFeatures {}
// SAFETY: as above.
unsafe impl Plain for VkPhysicalDevice16BitStorageFeatures {}
// SAFETY: as above.
unsafe impl Plain for VkPhysicalDeviceTensorPropertiesARM {}
// SAFETY: as above.
unsafe impl Plain for VkPhysicalDeviceTensorFeaturesARM {}
// SAFETY: as above.
unsafe impl Plain for VkPhysicalDeviceDataGraphFeaturesARM {}
// SAFETY: as above.
unsafe impl Plain for VkTensorFormatPropertiesARM {}
// SAFETY: as above.
unsafe impl Plain for VkFormatProperties {}
// SAFETY: as above.
unsafe impl Plain for VkMemoryRequirements {}
// SAFETY: as above.
unsafe impl Plain for VkLayerProperties {}
// SAFETY: as above.
unsafe impl Plain for VkExtensionProperties {}
// SAFETY: as above.
unsafe impl Plain for VkQueueFamilyProperties {}

/// Returns the items of a Vulkan list, which is counted by one call and filled by another.
pub(super) fn list<T: Copy>(
    name: &'static str,
    empty: T,
    mut fill: impl FnMut(*mut u32, *mut T) -> VkResult,
) -> Result<Vec<T>, DriverFault> {
    let mut count = 0;
    check(name, fill(&mut count, ptr::null_mut()))?;
    let mut items = vec![empty; count as usize];
    check(name, fill(&mut count, items.as_mut_ptr()))?;
    items.truncate(count as usize);
    Ok(items)
}

/// Returns the text in an array, up to its NUL.
pub(super) fn text(chars: &[c_char]) -> String {
    let bytes: Vec<u8> = chars.iter().map(|&char| char.cast_unsigned()).collect();
    CStr::from_bytes_until_nul(&bytes).unwrap_or_default().to_string_lossy().into_owned()
}

/// Converts a length to Vulkan's type of counts.
pub(super) fn count(length: usize) -> u32 {
    u32::try_from(length).expect("lists for Vulkan are short")
}
