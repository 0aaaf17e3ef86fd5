// RUN: layoutc %s --passes=verify-vulkan --target=spec_min --emit=none --verify-diagnostics --split-input-file

// The number of lengths equals the number of dims.

// expected-error @below {{violates VUID-VkTensorDescriptionARM-pDimensions-parameter: `dims` is missing}}
vk.tensor_description @x {tiling = "LINEAR", format = "VK_FORMAT_R8_SINT", usage = ["SHADER"]}

// -----

// expected-error @below {{violates VUID-VkTensorDescriptionARM-pDimensions-parameter: `dims` is missing}}
vk.tensor_description @x {tiling = "LINEAR", format = "VK_FORMAT_R8_SINT", dimension_count = 3, usage = ["SHADER"]}

// -----

// expected-error @below {{violates VUID-VkTensorDescriptionARM-pDimensions-parameter: `dims` has 2 lengths, but `dimension_count` is 3}}
vk.tensor_description @x {tiling = "LINEAR", format = "VK_FORMAT_R8_SINT", dimension_count = 3, dims = array<i64: 2, 2>, usage = ["SHADER"]}

// -----

vk.tensor_description @x {tiling = "LINEAR", format = "VK_FORMAT_R8_SINT", dimension_count = 2, dims = array<i64: 2, 2>, usage = ["SHADER"]}
