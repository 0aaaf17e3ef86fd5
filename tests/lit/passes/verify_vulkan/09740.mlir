// RUN: layoutc %s --passes=verify-vulkan --target=spec_min --emit=none --verify-diagnostics --split-input-file

// Without tensorNonPacked, strides are packed, including those of dims of length 1.

// expected-error @below {{violates VUID-VkTensorDescriptionARM-None-09740: pStrides[0] must be 5 bytes without tensorNonPacked, but is 8}}
vk.tensor_description @x {tiling = "LINEAR", format = "VK_FORMAT_R8_SINT", dims = array<i64: 1, 5>, strides = array<i64: 8, 1>, usage = ["SHADER"]}

// -----

// The stride of a single dim can be wrong, too.
// expected-error @below {{violates VUID-VkTensorDescriptionARM-None-09740: pStrides[0] must be 1 byte without tensorNonPacked, but is 2}}
// expected-error @below {{violates VUID-VkTensorDescriptionARM-pStrides-09736: the innermost stride must be 1 byte, the size of an element, but is 2}}
vk.tensor_description @x {tiling = "LINEAR", format = "VK_FORMAT_R8_SINT", dims = array<i64: 4>, strides = array<i64: 2>, usage = ["SHADER"]}

// -----

vk.tensor_description @x {tiling = "LINEAR", format = "VK_FORMAT_R8_SINT", dims = array<i64: 1, 5>, strides = array<i64: 5, 1>, usage = ["SHADER"]}

// -----

vk.tensor_description @x {tiling = "LINEAR", format = "VK_FORMAT_R8_SINT", dims = array<i64: 1, 5>, usage = ["SHADER"]}
