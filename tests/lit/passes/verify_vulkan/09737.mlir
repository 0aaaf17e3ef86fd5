// RUN: layoutc %s --passes=verify-vulkan --target=emulation --emit=none --verify-diagnostics --split-input-file

// Strides are multiples of the size of an element.

// expected-error @below {{violates VUID-VkTensorDescriptionARM-pStrides-09737: pStrides[0] must be a multiple of 4 bytes, the size of an element, but is 66}}
vk.tensor_description @x {tiling = "LINEAR", format = "VK_FORMAT_R32_SFLOAT", dims = array<i64: 2, 2, 4>, strides = array<i64: 66, 16, 4>, usage = ["SHADER"]}

// -----

vk.tensor_description @x {tiling = "LINEAR", format = "VK_FORMAT_R32_SFLOAT", dims = array<i64: 2, 2, 4>, strides = array<i64: 68, 16, 4>, usage = ["SHADER"]}
