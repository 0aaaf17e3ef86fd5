// RUN: layoutc %s --passes=verify-vulkan --target=%S/Inputs/controls.mlir --emit=none --verify-diagnostics --split-input-file

// A rolling backing needs tiling LINEAR or BRICK.

// expected-error @below {{violates VUID-VkTensorCreateInfoARM-pNext-09833: a rolling backing needs tiling LINEAR or BRICK, but the tiling is OPTIMAL}}
vk.tensor_description @x {tiling = "OPTIMAL", format = "VK_FORMAT_R8_SINT", dims = array<i64: 16, 4>, wraps = array<i64: 8, 4>, usage = ["SHADER"]}

// -----

// expected-error @below {{violates VUID-VkTensorCreateInfoARM-pNext-09833: a rolling backing needs tiling LINEAR or BRICK, but the tiling is BLOCK_U_INTERLEAVED}}
vk.tensor_description @x {tiling = "BLOCK_U_INTERLEAVED", format = "VK_FORMAT_R8_SINT", dims = array<i64: 16, 4>, wraps = array<i64: 8, 4>, usage = ["SHADER"]}

// -----

// expected-error @below {{violates VUID-VkTensorCreateInfoARM-pNext-09833: a rolling backing needs tiling LINEAR or BRICK, but the tiling is BLOCK_U_INTERLEAVED_64K}}
vk.tensor_description @x {tiling = "BLOCK_U_INTERLEAVED_64K", format = "VK_FORMAT_R8_SINT", dims = array<i64: 16, 4>, wraps = array<i64: 8, 4>, usage = ["SHADER"]}

// -----

vk.tensor_description @x {tiling = "LINEAR", format = "VK_FORMAT_R8_SINT", dims = array<i64: 16, 4>, wraps = array<i64: 8, 4>, usage = ["SHADER"]}

// -----

vk.tensor_description @x {tiling = "BRICK_16_WIDE", format = "VK_FORMAT_R8_SINT", dims = array<i64: 64, 16>, wraps = array<i64: 32, 16>, usage = ["SHADER"]}

// -----

vk.tensor_description @x {tiling = "BRICK_8_WIDE", format = "VK_FORMAT_R8_SINT", dims = array<i64: 64, 16>, wraps = array<i64: 32, 16>, usage = ["SHADER"]}

// -----

vk.tensor_description @x {tiling = "BRICK_4_WIDE", format = "VK_FORMAT_R8_SINT", dims = array<i64: 64, 16>, wraps = array<i64: 32, 16>, usage = ["SHADER"]}
