// RUN: layoutc %s --passes=verify-vulkan --target=spec_min --emit=none --verify-diagnostics --split-input-file

// If strides are given, there is one for each dim.

// expected-error @below {{violates VUID-VkTensorDescriptionARM-pStrides-parameter: expected 2 strides, one for each dim, found 1}}
vk.tensor_description @x {tiling = "LINEAR", format = "VK_FORMAT_R8_SINT", dims = array<i64: 2, 2>, strides = array<i64: 1>, usage = ["SHADER"]}

// -----

// expected-error @below {{violates VUID-VkTensorDescriptionARM-pStrides-parameter: expected 2 strides, one for each dim, found 0}}
vk.tensor_description @x {tiling = "LINEAR", format = "VK_FORMAT_R8_SINT", dims = array<i64: 2, 2>, strides = array<i64>, usage = ["SHADER"]}

// -----

vk.tensor_description @x {tiling = "LINEAR", format = "VK_FORMAT_R8_SINT", dims = array<i64: 2, 2>, strides = array<i64: 2, 1>, usage = ["SHADER"]}

// -----

vk.tensor_description @x {tiling = "LINEAR", format = "VK_FORMAT_R8_SINT", dims = array<i64: 2, 2>, usage = ["SHADER"]}
