// RUN: layoutc %s --passes=verify-vulkan --target=spec_min --emit=none --verify-diagnostics --split-input-file

// The number of dims is at most maxTensorDimensionCount; dims of length 1 count.

// expected-error @below {{violates VUID-VkTensorDescriptionARM-dimensionCount-09733: there are 5 dims, but maxTensorDimensionCount is 4}}
vk.tensor_description @x {tiling = "LINEAR", format = "VK_FORMAT_R8_SINT", dims = array<i64: 1, 1, 1, 1, 3>, usage = ["SHADER"]}

// -----

vk.tensor_description @x {tiling = "LINEAR", format = "VK_FORMAT_R8_SINT", dims = array<i64: 1, 1, 1, 3>, usage = ["SHADER"]}
