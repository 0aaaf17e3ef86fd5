//! The structures of `vk-rust` with which tensors are created, beyond their descriptions: the rolling backing, and the image
//! that a tensor aliases.

use crate::vk::image::image_usage_names;
use crate::vk::{NamedTensor, SizedDescription};
use ir::layout::joined;
use ir::vulkan::{AliasedImage, MAX_WRAPS, ROLLING_STRUCTURE_TYPE};

/// Returns the definitions of the structures that the tensors use.
pub(super) fn structures(tensors: &[SizedDescription<'_>]) -> String {
    let rolling = tensors.iter().any(|tensor| tensor.wraps().is_some());
    let image = tensors.iter().any(|tensor| tensor.image().is_some());
    let used = [(rolling, ROLLING_STRUCTURE), (image, IMAGE_STRUCTURE)];
    used.into_iter().filter(|(is_used, _)| *is_used).map(|(_, text)| text).collect()
}

const ROLLING_STRUCTURE: &str = "
/// `VkTensorRollingBackingCreateInfoARM` of `vulkan_core.h`.
#[allow(dead_code)]
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct VkTensorRollingBackingCreateInfoARM {
    /// `VkStructureType`
    pub s_type: i32,
    /// null, or the next structure of the chain
    pub p_next: *const core::ffi::c_void,
    /// length of the window of each dimension
    pub wraps: [u32; 4],
}

#[cfg(target_pointer_width = \"64\")]
const _: () = {
    assert!(core::mem::size_of::<VkTensorRollingBackingCreateInfoARM>() == 32);
    assert!(core::mem::offset_of!(VkTensorRollingBackingCreateInfoARM, wraps) == 16);
};
";

const IMAGE_STRUCTURE: &str = "
/// `VkImageCreateInfo` of `vulkan_core.h`.
#[allow(dead_code)]
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct VkImageCreateInfo {
    /// `VkStructureType`
    pub s_type: i32,
    /// null, or the next structure of the chain
    pub p_next: *const core::ffi::c_void,
    /// `VkImageCreateFlags`
    pub flags: u32,
    /// `VkImageType`
    pub image_type: i32,
    /// `VkFormat`
    pub format: i32,
    /// `VkExtent3D`: width, height, depth
    pub extent: [u32; 3],
    /// number of mip levels
    pub mip_levels: u32,
    /// number of layers
    pub array_layers: u32,
    /// `VkSampleCountFlagBits`
    pub samples: i32,
    /// `VkImageTiling`
    pub tiling: i32,
    /// `VkImageUsageFlags`
    pub usage: u32,
    /// `VkSharingMode`
    pub sharing_mode: i32,
    /// number of queue families
    pub queue_family_index_count: u32,
    /// queue families that share the image, or null
    pub p_queue_family_indices: *const u32,
    /// `VkImageLayout`
    pub initial_layout: i32,
}

#[cfg(target_pointer_width = \"64\")]
const _: () = {
    assert!(core::mem::size_of::<VkImageCreateInfo>() == 88);
    assert!(core::mem::offset_of!(VkImageCreateInfo, extent) == 28);
    assert!(core::mem::offset_of!(VkImageCreateInfo, usage) == 56);
    assert!(core::mem::offset_of!(VkImageCreateInfo, p_queue_family_indices) == 72);
    assert!(core::mem::offset_of!(VkImageCreateInfo, initial_layout) == 80);
};
";

/// Returns the rolling backing of a description.
pub(super) fn rolling(name: &str, symbol: &str, wraps: [u32; MAX_WRAPS]) -> String {
    let value = ROLLING_STRUCTURE_TYPE.value;
    let vk_name = ROLLING_STRUCTURE_TYPE.vk_name;
    format!(
        "
/// The rolling backing of `@{symbol}`, for the chain of its `VkTensorCreateInfoARM`.
#[allow(dead_code, non_snake_case)]
pub const fn {name}_rolling() -> VkTensorRollingBackingCreateInfoARM {{
    VkTensorRollingBackingCreateInfoARM {{
        s_type: {value}, // {vk_name}
        p_next: core::ptr::null(),
        wraps: {wraps:?},
    }}
}}
"
    )
}

/// Returns the image that a description aliases.
pub(super) fn image(name: &str, symbol: &str, image: &AliasedImage) -> String {
    let usage = match image.usage_mask() {
        0 => "0, // not stated: Vulkan requires at least one usage".to_owned(),
        mask => format!("{mask:#x}, // {}", image_usage_names(image)),
    };
    let (type_name, image_type) = image.image_type();
    let format = image.format;
    let tiling = image.tiling;
    let extent = image.extent_3d();
    format!(
        "
/// The image whose memory `@{symbol}` aliases.
#[allow(dead_code, non_snake_case)]
pub const fn {name}_image() -> VkImageCreateInfo {{
    VkImageCreateInfo {{
        s_type: 14, // VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO
        p_next: core::ptr::null(),
        flags: 0,
        image_type: {image_type}, // {type_name}
        format: {}, // {}
        extent: {extent:?},
        mip_levels: 1,
        array_layers: 1,
        samples: 1, // VK_SAMPLE_COUNT_1_BIT
        tiling: {}, // {}
        usage: {usage}
        sharing_mode: 0, // VK_SHARING_MODE_EXCLUSIVE
        queue_family_index_count: 0,
        p_queue_family_indices: core::ptr::null(),
        initial_layout: 0, // VK_IMAGE_LAYOUT_UNDEFINED
    }}
}}
",
        format.value, format.name, tiling.value, tiling.vk_name
    )
}

/// Returns the function that compares the pitches of a linear image with the strides of a tensor; `None` if none of them
/// must be equal.
pub(super) fn matches_image(named: &NamedTensor<'_>) -> Option<String> {
    let name = named.name;
    let symbol = named.symbol();
    let pitches = named.pitches();
    if pitches.is_empty() {
        return None;
    }
    let names = ["row_pitch", "depth_pitch"].into_iter().zip(pitches);
    let parameters = joined(names.clone().map(|(name, _)| format!("{name}: u64")), ", ");
    let equal = joined(names.map(|(name, (_, value))| format!("{name} == {value}")), " && ");
    Some(format!(
        "
/// Returns `true` if an image with these pitches, of its `VkSubresourceLayout`, can share the memory of `@{symbol}`. Bind
/// the tensor at the memory offset of the image plus the offset of the subresource.
#[allow(dead_code, non_snake_case)]
pub const fn {name}_matches_image({parameters}) -> bool {{
    {equal}
}}
"
    ))
}
