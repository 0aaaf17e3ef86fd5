// RUN: layoutc %s --passes=verify-vulkan --target=spec_min --emit=none --verify-diagnostics --split-input-file

// Lengths are positive.

// expected-error @below {{violates VUID-VkTensorDescriptionARM-pDimensions-09734: pDimensions[1] must be above 0, but is 0}}
vk.tensor_description @x {tiling = "LINEAR", format = "VK_FORMAT_R8_SINT", dims = array<i64: 4, 0, 2>, usage = ["SHADER"]}

// -----

// expected-error @below {{violates VUID-VkTensorDescriptionARM-pDimensions-09734: pDimensions[0] must be above 0, but is -9223372036854775808}}
vk.tensor_description @x {tiling = "LINEAR", format = "VK_FORMAT_R8_SINT", dims = array<i64: -9223372036854775808, 2>, usage = ["SHADER"]}

// -----

vk.tensor_description @x {tiling = "LINEAR", format = "VK_FORMAT_R8_SINT", dims = array<i64: 4, 1, 2>, usage = ["SHADER"]}
