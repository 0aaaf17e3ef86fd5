// RUN: layoutc %s --passes=verify-vulkan --target=spec_min --emit=none --verify-diagnostics --split-input-file

// The format is registered.

// expected-error @below {{violates VUID-VkTensorDescriptionARM-format-parameter: `format` is VK_FORMAT_R8_SNIT, which Vulkan does not define}}
vk.tensor_description @x {tiling = "LINEAR", format = "VK_FORMAT_R8_SNIT", dims = array<i64: 4>, usage = ["SHADER"]}

// -----

// expected-error @below {{violates VUID-VkTensorDescriptionARM-format-parameter: `format` is 185, which Vulkan does not define}}
vk.tensor_description @x {tiling = "LINEAR", format = 185, dims = array<i64: 4>, usage = ["SHADER"]}

// -----

// expected-error @below {{violates VUID-VkTensorDescriptionARM-format-parameter: `format` is missing}}
vk.tensor_description @x {tiling = "LINEAR", dims = array<i64: 4>, usage = ["SHADER"]}

// -----

vk.tensor_description @x {tiling = "LINEAR", format = "VK_FORMAT_R8_SINT", dims = array<i64: 4>, usage = ["SHADER"]}

// -----

// The last of the contiguous values is registered, but is not a tensor format.
// expected-error @below {{violates VUID-VkTensorDescriptionARM-format-09735: VK_FORMAT_ASTC_12x12_SRGB_BLOCK has 4 components}}
vk.tensor_description @x {tiling = "LINEAR", format = 184, dims = array<i64: 4>, usage = ["SHADER"]}
