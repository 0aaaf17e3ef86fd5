// RUN: layoutc %s --passes=verify-vulkan --target=spec_min --emit=none --verify-diagnostics --split-input-file

// There is at least one dim.

// expected-error @below {{violates VUID-VkTensorDescriptionARM-dimensionCount-arraylength: the number of dims must be at least 1, but is 0}}
vk.tensor_description @x {tiling = "LINEAR", format = "VK_FORMAT_R8_SINT", dims = array<i64>, usage = ["SHADER"]}

// -----

// No lengths of no dims: the count alone is wrong.
// expected-error @below {{violates VUID-VkTensorDescriptionARM-dimensionCount-arraylength: the number of dims must be at least 1}}
vk.tensor_description @x {tiling = "LINEAR", format = "VK_FORMAT_R8_SINT", dimension_count = 0, usage = ["SHADER"]}

// -----

vk.tensor_description @x {tiling = "LINEAR", format = "VK_FORMAT_R8_SINT", dims = array<i64: 1>, usage = ["SHADER"]}
