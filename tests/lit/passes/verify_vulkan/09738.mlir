// RUN: layoutc %s --passes=verify-vulkan --target=emulation --emit=none --verify-diagnostics --split-input-file

// Strides are positive, and at most maxTensorStride.

// expected-error @below {{violates VUID-VkTensorDescriptionARM-pStrides-09738: pStrides[0] must be above 0, but is 0}}
// expected-error @below {{violates VUID-VkTensorDescriptionARM-pStrides-09739: pStrides[0] must be at least pStrides[1]}}
vk.tensor_description @x {tiling = "LINEAR", format = "VK_FORMAT_R8_SINT", dims = array<i64: 2, 4>, strides = array<i64: 0, 1>, usage = ["SHADER"]}

// -----

// expected-error @below {{violates VUID-VkTensorDescriptionARM-pStrides-09738: pStrides[0] is 134217729 bytes, but maxTensorStride is 134217728}}
// expected-error @below {{violates VUID-VkTensorDescriptionARM-pStrides-09884: pStrides[0] x pDimensions[0] is 134217729 bytes}}
vk.tensor_description @x {tiling = "LINEAR", format = "VK_FORMAT_R8_SINT", dims = array<i64: 1, 4>, strides = array<i64: 134217729, 1>, usage = ["SHADER"]}

// -----

vk.tensor_description @x {tiling = "LINEAR", format = "VK_FORMAT_R8_SINT", dims = array<i64: 1, 4>, strides = array<i64: 134217728, 1>, usage = ["SHADER"]}
