//! The names and values of tilings and usages, as in `vulkan_core.h` (VK_ARM_tensors, VK_ARM_tensor_controls).

/// An enumerator: its name in the IR, its name in Vulkan, and its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Enumerator {
    /// The name in the IR, such as `LINEAR`.
    pub name: &'static str,
    /// The name in Vulkan, such as `VK_TENSOR_TILING_LINEAR_ARM`.
    pub vk_name: &'static str,
    /// The value; for a usage, one bit of a 64-bit mask.
    pub value: i64,
}

pub(super) const fn row(name: &'static str, vk_name: &'static str, value: i64) -> Enumerator {
    Enumerator { name, vk_name, value }
}

/// The enumerators of `VkTensorTilingARM`.
pub const TILINGS: &[Enumerator] = &[
    row("OPTIMAL", "VK_TENSOR_TILING_OPTIMAL_ARM", 0),
    row("LINEAR", "VK_TENSOR_TILING_LINEAR_ARM", 1),
    row("BRICK_16_WIDE", "VK_TENSOR_TILING_BRICK_16_WIDE_ARM", 1000565000),
    row("BRICK_8_WIDE", "VK_TENSOR_TILING_BRICK_8_WIDE_ARM", 1000565001),
    row("BRICK_4_WIDE", "VK_TENSOR_TILING_BRICK_4_WIDE_ARM", 1000565002),
    row("BLOCK_U_INTERLEAVED", "VK_TENSOR_TILING_BLOCK_U_INTERLEAVED_ARM", 1000565003),
    row("BLOCK_U_INTERLEAVED_64K", "VK_TENSOR_TILING_BLOCK_U_INTERLEAVED_64K_ARM", 1000565004),
];

/// The enumerators of `VkTensorUsageFlagBitsARM`.
pub const USAGES: &[Enumerator] = &[
    row("SHADER", "VK_TENSOR_USAGE_SHADER_BIT_ARM", 0x02),
    row("TRANSFER_SRC", "VK_TENSOR_USAGE_TRANSFER_SRC_BIT_ARM", 0x04),
    row("TRANSFER_DST", "VK_TENSOR_USAGE_TRANSFER_DST_BIT_ARM", 0x08),
    row("IMAGE_ALIASING", "VK_TENSOR_USAGE_IMAGE_ALIASING_BIT_ARM", 0x10),
    row("DATA_GRAPH", "VK_TENSOR_USAGE_DATA_GRAPH_BIT_ARM", 0x20),
];

/// The bits of `VkFormatFeatureFlagBits2` that the usages need, under the names of the usages ("Format Feature Dependent
/// Usage Flags" of the specification).
pub const FORMAT_FEATURES: &[Enumerator] = &[
    row("SHADER", "VK_FORMAT_FEATURE_2_TENSOR_SHADER_BIT_ARM", 1 << 39),
    row("TRANSFER_SRC", "VK_FORMAT_FEATURE_2_TRANSFER_SRC_BIT", 1 << 14),
    row("TRANSFER_DST", "VK_FORMAT_FEATURE_2_TRANSFER_DST_BIT", 1 << 15),
    row("IMAGE_ALIASING", "VK_FORMAT_FEATURE_2_TENSOR_IMAGE_ALIASING_BIT_ARM", 1 << 43),
    row("DATA_GRAPH", "VK_FORMAT_FEATURE_2_TENSOR_DATA_GRAPH_BIT_ARM", 1 << 48),
];

/// The `VkStructureType` of a description.
pub const STRUCTURE_TYPE: Enumerator =
    row("TENSOR_DESCRIPTION", "VK_STRUCTURE_TYPE_TENSOR_DESCRIPTION_ARM", 1000460006);

/// Returns the usages in a mask, in Vulkan's order. Other bits are ignored.
pub fn usages_in(mask: i64) -> impl Iterator<Item = &'static Enumerator> {
    USAGES.iter().filter(move |usage| mask & usage.value != 0)
}

/// Returns the enumerator with this name, in the IR or in Vulkan. `None` if there is none.
pub fn find<'a>(rows: &'a [Enumerator], name: &str) -> Option<&'a Enumerator> {
    rows.iter().find(|row| row.name == name || row.vk_name == name)
}

/// Returns the enumerator with this value. `None` if there is none.
pub fn find_value(rows: &[Enumerator], value: i64) -> Option<&Enumerator> {
    rows.iter().find(|row| row.value == value)
}
