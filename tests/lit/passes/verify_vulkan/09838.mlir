// RUN: layoutc %s --passes=verify-vulkan --target=%S/Inputs/controls.mlir --emit=none --verify-diagnostics --split-input-file

// The window of the second innermost dim consists of whole bricks.

// expected-error @below {{violates VUID-VkTensorRollingBackingCreateInfoARM-wraps-09838: wraps[0] must be pDimensions[0] = 64 or a multiple of 16, the length of a brick, but is 24}}
vk.tensor_description @x {tiling = "BRICK_16_WIDE", format = "VK_FORMAT_R8_SINT", dims = array<i64: 64, 16>, wraps = array<i64: 24, 16>, usage = ["SHADER"]}

// -----

// expected-error @below {{violates VUID-VkTensorRollingBackingCreateInfoARM-wraps-09838: wraps[1] must be pDimensions[1] = 63 or a multiple of 4, the length of a brick, but is 30}}
vk.tensor_description @x {tiling = "BRICK_4_WIDE", format = "VK_FORMAT_R8_SINT", dims = array<i64: 2, 63, 16>, wraps = array<i64: 2, 30, 16>, usage = ["SHADER"]}

// -----

vk.tensor_description @x {tiling = "BRICK_8_WIDE", format = "VK_FORMAT_R8_SINT", dims = array<i64: 64, 16>, wraps = array<i64: 24, 16>, usage = ["SHADER"]}

// -----

vk.tensor_description @x {tiling = "BRICK_16_WIDE", format = "VK_FORMAT_R8_SINT", dims = array<i64: 63, 16>, wraps = array<i64: 63, 16>, usage = ["SHADER"]}

// -----

vk.tensor_description @x {tiling = "LINEAR", format = "VK_FORMAT_R8_SINT", dims = array<i64: 64, 16>, wraps = array<i64: 24, 16>, usage = ["SHADER"]}

// -----

vk.tensor_description @x {tiling = "BRICK_16_WIDE", format = "VK_FORMAT_R8_SINT", dims = array<i64: 64>, wraps = array<i64: 4>, usage = ["SHADER"]}
