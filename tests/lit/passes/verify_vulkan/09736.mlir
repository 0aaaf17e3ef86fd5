// RUN: layoutc %s --passes=verify-vulkan --target=emulation --emit=none --verify-diagnostics --split-input-file

// The innermost stride is the size of an element.

// expected-error @below {{violates VUID-VkTensorDescriptionARM-pStrides-09736: the innermost stride must be 2 bytes, the size of an element, but is 4}}
vk.tensor_description @x {tiling = "LINEAR", format = "VK_FORMAT_R16_SFLOAT", dims = array<i64: 2, 8>, strides = array<i64: 64, 4>, usage = ["SHADER"]}

// -----

// This also holds if the innermost length is 1.
// expected-error @below {{violates VUID-VkTensorDescriptionARM-pStrides-09736: the innermost stride must be 1 byte, the size of an element, but is 2}}
vk.tensor_description @x {tiling = "LINEAR", format = "VK_FORMAT_R8_SINT", dims = array<i64: 4, 1>, strides = array<i64: 2, 2>, usage = ["SHADER"]}

// -----

vk.tensor_description @x {tiling = "LINEAR", format = "VK_FORMAT_R16_SFLOAT", dims = array<i64: 2, 8>, strides = array<i64: 64, 2>, usage = ["SHADER"]}
