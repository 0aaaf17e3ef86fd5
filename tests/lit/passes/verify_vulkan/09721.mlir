// RUN: layoutc %s --passes=verify-vulkan --target=spec_min --emit=none --verify-diagnostics --split-input-file

// The number of elements is at most maxTensorElements.

// expected-error @below {{violates VUID-VkTensorCreateInfoARM-tensorElements-09721: there are 65792 elements, but maxTensorElements is 65536}}
// expected-warning @below {{needs 65792 bytes if it is packed, but maxTensorSize is 65536}}
vk.tensor_description @x {tiling = "LINEAR", format = "VK_FORMAT_R8_SINT", dims = array<i64: 256, 257>, usage = ["SHADER"]}

// -----

// The product overflows 128 bits.
// expected-error @below {{violates VUID-VkTensorCreateInfoARM-tensorElements-09721: there are more than 18446744073709551615 elements}}
// expected-error @below {{violates VUID-VkTensorDescriptionARM-pDimensions-09883: pDimensions[0] is 9223372036854775807}}
// expected-warning @below {{needs more than 9223372036854775807 bytes}}
vk.tensor_description @x {tiling = "LINEAR", format = "VK_FORMAT_R8_SINT", dims = array<i64: 9223372036854775807, 9223372036854775807, 9223372036854775807>, usage = ["SHADER"]}

// -----

vk.tensor_description @x {tiling = "LINEAR", format = "VK_FORMAT_R8_SINT", dims = array<i64: 256, 256>, usage = ["SHADER"]}
