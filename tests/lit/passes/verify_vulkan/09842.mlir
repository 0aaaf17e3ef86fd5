// RUN: layoutc %s --passes=verify-vulkan --target=%S/Inputs/controls.mlir --emit=none --verify-diagnostics --split-input-file

// With a BLOCK_U tiling the innermost length is at most 4.

// expected-error @below {{violates VUID-VkTensorDescriptionARM-tiling-09842: the innermost length must be at most 4 with tiling BLOCK_U_INTERLEAVED, but is 5}}
vk.tensor_description @x {tiling = "BLOCK_U_INTERLEAVED", format = "VK_FORMAT_R8_SINT", dims = array<i64: 16, 16, 5>, usage = ["SHADER"]}

// -----

// expected-error @below {{violates VUID-VkTensorDescriptionARM-tiling-09842: the innermost length must be at most 4 with tiling BLOCK_U_INTERLEAVED_64K, but is 5}}
vk.tensor_description @x {tiling = "BLOCK_U_INTERLEAVED_64K", format = "VK_FORMAT_R8_SINT", dims = array<i64: 5>, usage = ["SHADER"]}

// -----

vk.tensor_description @x {tiling = "BLOCK_U_INTERLEAVED", format = "VK_FORMAT_R8_SINT", dims = array<i64: 16, 16, 4>, usage = ["SHADER"]}

// -----

vk.tensor_description @x {tiling = "BRICK_4_WIDE", format = "VK_FORMAT_R8_SINT", dims = array<i64: 16, 5>, usage = ["SHADER"]}
