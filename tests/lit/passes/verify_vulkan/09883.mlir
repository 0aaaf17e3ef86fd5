// RUN: layoutc %s --passes=verify-vulkan --target=spec_min --emit=none --verify-diagnostics --split-input-file

// Lengths are at most maxPerDimensionTensorElements.

// expected-error @below {{violates VUID-VkTensorDescriptionARM-pDimensions-09883: pDimensions[0] is 65537, but maxPerDimensionTensorElements is 65536}}
// expected-error @below {{violates VUID-VkTensorCreateInfoARM-tensorElements-09721: there are 65537 elements}}
// expected-warning @below {{needs 65537 bytes if it is packed}}
vk.tensor_description @x {tiling = "LINEAR", format = "VK_FORMAT_R8_SINT", dims = array<i64: 65537>, usage = ["SHADER"]}

// -----

vk.tensor_description @x {tiling = "LINEAR", format = "VK_FORMAT_R8_SINT", dims = array<i64: 65536>, usage = ["SHADER"]}
