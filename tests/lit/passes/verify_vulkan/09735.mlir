// RUN: layoutc %s --passes=verify-vulkan --target=spec_min --emit=none --verify-diagnostics --split-input-file

// The format has one component.

// expected-error @below {{violates VUID-VkTensorDescriptionARM-format-09735: VK_FORMAT_R8G8_UINT has 2 components, but must have 1}}
vk.tensor_description @x {tiling = "LINEAR", format = "VK_FORMAT_R8G8_UINT", dims = array<i64: 4>, usage = ["SHADER"]}

// -----

// expected-error @below {{violates VUID-VkTensorDescriptionARM-format-09735: the format must have 1 component, but is VK_FORMAT_UNDEFINED}}
vk.tensor_description @x {tiling = "LINEAR", format = "VK_FORMAT_UNDEFINED", dims = array<i64: 4>, strides = array<i64: 1>, usage = ["SHADER"]}

// -----

vk.tensor_description @x {tiling = "LINEAR", format = "VK_FORMAT_R16_UINT", dims = array<i64: 4>, usage = ["SHADER"]}
