// RUN: layoutc %s --passes=verify-vulkan --emit=none --verify-diagnostics --split-input-file

vk.tensor_description @good {tiling = "LINEAR", format = "VK_FORMAT_R32_SFLOAT", dims = array<i64: 4, 5>, usage = ["SHADER"]}

// -----

// All violated rules are reported.
// expected-error @below {{violates VUID-VkTensorDescriptionARM-format-09735: VK_FORMAT_R8G8_UNORM has 2 components}}
// expected-error @below {{violates VUID-VkTensorDescriptionARM-pStrides-09739: pStrides[0] must be at least pStrides[1] x pDimensions[1] = 10 bytes, but is 8}}
// expected-error @below {{violates VUID-VkTensorDescriptionARM-tiling-09742}}
// expected-warning @below {{violates VUID-VkTensorDescriptionARM-None-09740}}
vk.tensor_description @bad {tiling = "LINEAR", format = "VK_FORMAT_R8G8_UNORM", dims = array<i64: 4, 5>, strides = array<i64: 8, 2>, usage = ["IMAGE_ALIASING"]}

// -----

// With an invalid parameter, no other rule is checked.
// expected-error @below {{violates VUID-VkTensorDescriptionARM-tiling-parameter: `tiling` is LINAER}}
vk.tensor_description @slip {tiling = "LINAER", format = "VK_FORMAT_R8G8_UNORM", dims = array<i64: 0>, usage = ["SHADER"]}

// -----

// expected-remark @below {{`@odd` has the format VK_FORMAT_R8_SRGB, which is not in Vulkan's table of tensor formats}}
vk.tensor_description @odd {tiling = "LINEAR", format = 15, dims = array<i64: 4>, usage = [2]}
