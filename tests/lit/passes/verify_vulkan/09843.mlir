// RUN: layoutc %s --passes=verify-vulkan --target=%S/Inputs/controls.mlir --emit=none --verify-diagnostics --split-input-file

// With a BRICK or BLOCK_U tiling there are no strides.

// expected-error @below {{violates VUID-VkTensorDescriptionARM-tiling-09843: tiling BRICK_16_WIDE is incompatible with strides}}
vk.tensor_description @x {tiling = "BRICK_16_WIDE", format = "VK_FORMAT_R8_SINT", dims = array<i64: 2, 4>, strides = array<i64: 4, 1>, usage = ["SHADER"]}

// -----

// expected-error @below {{violates VUID-VkTensorDescriptionARM-tiling-09843: tiling BRICK_8_WIDE is incompatible with strides}}
vk.tensor_description @x {tiling = "BRICK_8_WIDE", format = "VK_FORMAT_R8_SINT", dims = array<i64: 2, 4>, strides = array<i64: 4, 1>, usage = ["SHADER"]}

// -----

// expected-error @below {{violates VUID-VkTensorDescriptionARM-tiling-09843: tiling BRICK_4_WIDE is incompatible with strides}}
vk.tensor_description @x {tiling = "BRICK_4_WIDE", format = "VK_FORMAT_R8_SINT", dims = array<i64: 2, 4>, strides = array<i64: 4, 1>, usage = ["SHADER"]}

// -----

// expected-error @below {{violates VUID-VkTensorDescriptionARM-tiling-09843: tiling BLOCK_U_INTERLEAVED is incompatible with strides}}
vk.tensor_description @x {tiling = "BLOCK_U_INTERLEAVED", format = "VK_FORMAT_R8_SINT", dims = array<i64: 2, 4>, strides = array<i64: 4, 1>, usage = ["SHADER"]}

// -----

// expected-error @below {{violates VUID-VkTensorDescriptionARM-tiling-09843: tiling BLOCK_U_INTERLEAVED_64K is incompatible with strides}}
vk.tensor_description @x {tiling = "BLOCK_U_INTERLEAVED_64K", format = "VK_FORMAT_R8_SINT", dims = array<i64: 2, 4>, strides = array<i64: 4, 1>, usage = ["SHADER"]}

// -----

vk.tensor_description @x {tiling = "BRICK_16_WIDE", format = "VK_FORMAT_R8_SINT", dims = array<i64: 2, 4>, usage = ["SHADER"]}

// -----

vk.tensor_description @x {tiling = "LINEAR", format = "VK_FORMAT_R8_SINT", dims = array<i64: 2, 4>, strides = array<i64: 4, 1>, usage = ["SHADER"]}
