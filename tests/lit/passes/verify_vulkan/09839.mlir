// RUN: layoutc %s --passes=verify-vulkan --target=%S/Inputs/controls.mlir --emit=none --verify-diagnostics --split-input-file

// The window of the innermost dim consists of whole bricks: 64 bytes, divided by the length of a brick and the size of an
// element.

// expected-error @below {{violates VUID-VkTensorRollingBackingCreateInfoARM-wraps-09839: wraps[1] must be pDimensions[1] = 64 or a multiple of 8, for elements of 1 byte, but is 12}}
vk.tensor_description @x {tiling = "BRICK_8_WIDE", format = "VK_FORMAT_R8_SINT", dims = array<i64: 64, 64>, wraps = array<i64: 64, 12>, usage = ["SHADER"]}

// -----

// 64 / 16 / 8 is 0, so only the length is allowed.
// expected-error @below {{violates VUID-VkTensorRollingBackingCreateInfoARM-wraps-09839: wraps[1] must be pDimensions[1] = 16, for elements of 8 bytes, but is 8}}
vk.tensor_description @x {tiling = "BRICK_16_WIDE", format = "VK_FORMAT_R64_SINT", dims = array<i64: 64, 16>, wraps = array<i64: 64, 8>, usage = ["SHADER"]}

// -----

vk.tensor_description @x {tiling = "BRICK_16_WIDE", format = "VK_FORMAT_R8_SINT", dims = array<i64: 64, 64>, wraps = array<i64: 64, 12>, usage = ["SHADER"]}

// -----

vk.tensor_description @x {tiling = "BRICK_8_WIDE", format = "VK_FORMAT_R8_SINT", dims = array<i64: 64, 64>, wraps = array<i64: 64, 16>, usage = ["SHADER"]}

// -----

vk.tensor_description @x {tiling = "BRICK_16_WIDE", format = "VK_FORMAT_R64_SINT", dims = array<i64: 64, 16>, wraps = array<i64: 64, 16>, usage = ["SHADER"]}

// -----

vk.tensor_description @x {tiling = "LINEAR", format = "VK_FORMAT_R8_SINT", dims = array<i64: 64, 64>, wraps = array<i64: 64, 12>, usage = ["SHADER"]}
