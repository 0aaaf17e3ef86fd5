// RUN: layoutc %s --passes=verify-vulkan --target=emulation --emit=none --verify-diagnostics --split-input-file

// The outermost stride times its length is at most maxTensorSize, also where that length is 1.

// expected-error @below {{violates VUID-VkTensorDescriptionARM-pStrides-09884: pStrides[0] x pDimensions[0] is 134217732 bytes, but maxTensorSize is 134217728}}
vk.tensor_description @x {tiling = "LINEAR", format = "VK_FORMAT_R32_SFLOAT", dims = array<i64: 33554433, 1>, strides = array<i64: 4, 4>, usage = ["SHADER"]}

// -----

vk.tensor_description @x {tiling = "LINEAR", format = "VK_FORMAT_R32_SFLOAT", dims = array<i64: 33554432, 1>, strides = array<i64: 4, 4>, usage = ["SHADER"]}

// -----

// Without strides no rule says so, but the limit is one of bytes.
// expected-warning @below {{needs 134217732 bytes if it is packed, but maxTensorSize is 134217728}}
vk.tensor_description @x {tiling = "LINEAR", format = "VK_FORMAT_R32_SFLOAT", dims = array<i64: 33554433>, usage = ["SHADER"]}
