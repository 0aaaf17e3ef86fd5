// RUN: layoutc %s --passes=verify-vulkan --target=spec_min --emit=none --verify-diagnostics --split-input-file

// An OPTIMAL tensor has no strides, not even packed ones.

// expected-error @below {{violates VUID-VkTensorCreateInfoARM-pDescription-09720: tiling OPTIMAL is incompatible with strides}}
vk.tensor_description @x {tiling = "OPTIMAL", format = "VK_FORMAT_R8_SINT", dims = array<i64: 2, 3>, strides = array<i64: 3, 1>, usage = ["SHADER"]}

// -----

vk.tensor_description @x {tiling = "OPTIMAL", format = "VK_FORMAT_R8_SINT", dims = array<i64: 2, 3>, usage = ["SHADER"]}

// -----

vk.tensor_description @x {tiling = "LINEAR", format = "VK_FORMAT_R8_SINT", dims = array<i64: 2, 3>, strides = array<i64: 3, 1>, usage = ["SHADER"]}
