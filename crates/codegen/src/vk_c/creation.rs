//! The structures of `vk-c` with which tensors are created, beyond their descriptions: the rolling backing, and the image
//! that a tensor aliases.

use crate::vk::SizedDescription;
use crate::vk::image::image_usage_names;
use ir::layout::joined;
use ir::vulkan::{AliasedImage, MAX_WRAPS, ROLLING_STRUCTURE_TYPE};

/// The structure for headers without VK_ARM_tensor_controls.
const ROLLING_STRUCTURE: &str = "
#if !defined(VK_ARM_tensor_controls) && !defined(LAYOUTC_VK_ROLLING_BACKING)
#define LAYOUTC_VK_ROLLING_BACKING
/* The structure of VK_ARM_tensor_controls, which Vulkan headers have from version 1.4.355. */
typedef struct VkTensorRollingBackingCreateInfoARM {
    VkStructureType sType;
    const void *pNext;
    uint32_t wraps[4];
} VkTensorRollingBackingCreateInfoARM;
#endif
";

/// Returns the definition of the structure; empty if no tensor has a rolling backing.
pub(crate) fn rolling_structure(tensors: &[SizedDescription<'_>]) -> &'static str {
    let is_used = tensors.iter().any(|tensor| tensor.wraps().is_some());
    if is_used { ROLLING_STRUCTURE } else { "" }
}

/// Returns the rolling backing of a description.
pub(super) fn rolling(name: &str, symbol: &str, wraps: [u32; MAX_WRAPS]) -> String {
    let value = ROLLING_STRUCTURE_TYPE.value;
    let vk_name = ROLLING_STRUCTURE_TYPE.vk_name;
    format!(
        "/* the rolling backing of `@{symbol}`, for the chain of its VkTensorCreateInfoARM */
static const VkTensorRollingBackingCreateInfoARM {name}_rolling = {{
    .sType = (VkStructureType){value}, /* {vk_name} */
    .pNext = NULL,
    .wraps = {{{}}}
}};
",
        joined(wraps, ", ")
    )
}

/// Returns the image that a description aliases.
pub(super) fn image(name: &str, symbol: &str, image: &AliasedImage) -> String {
    let usage = match image.usage_mask() {
        0 => "0, /* not stated: Vulkan requires at least one usage */".to_owned(),
        mask => format!("{mask:#x}, /* {} */", image_usage_names(image)),
    };
    let extent = joined(image.extent_3d().map(|length| format!("{length}u")), ", ");
    let fields = [
        ".sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO,".to_owned(),
        ".pNext = NULL,".to_owned(),
        ".flags = 0,".to_owned(),
        format!(".imageType = {},", image.image_type().0),
        format!(".format = {},", image.format.name),
        format!(".extent = {{{extent}}},"),
        ".mipLevels = 1,".to_owned(),
        ".arrayLayers = 1,".to_owned(),
        ".samples = VK_SAMPLE_COUNT_1_BIT,".to_owned(),
        format!(".tiling = {},", image.tiling.vk_name),
        format!(".usage = {usage}"),
        ".sharingMode = VK_SHARING_MODE_EXCLUSIVE,".to_owned(),
        ".queueFamilyIndexCount = 0,".to_owned(),
        ".pQueueFamilyIndices = NULL,".to_owned(),
        ".initialLayout = VK_IMAGE_LAYOUT_UNDEFINED".to_owned(),
    ];
    format!(
        "/* the image whose memory `@{symbol}` aliases */
static const VkImageCreateInfo {name}_image = {{
    {}
}};
",
        fields.join("\n    ")
    )
}
