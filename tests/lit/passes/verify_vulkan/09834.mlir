// RUN: layoutc %s --passes=verify-vulkan --target=%S/Inputs/controls_rank5.mlir --emit=none --verify-diagnostics --split-input-file

// A tensor with a rolling backing has at most 4 dims.

// expected-error @below {{violates VUID-VkTensorCreateInfoARM-pNext-09834: a tensor with a rolling backing has at most 4 dims, but there are 5}}
vk.tensor_description @x {tiling = "LINEAR", format = "VK_FORMAT_R8_SINT", dims = array<i64: 2, 2, 2, 2, 2>, wraps = array<i64: 1, 2, 2, 2, 2>, usage = ["SHADER"]}

// -----

// No other rule about wraps is checked, because the structure has 4.
// expected-error @below {{violates VUID-VkTensorCreateInfoARM-pNext-09834: a tensor with a rolling backing has at most 4 dims, but there are 5}}
vk.tensor_description @x {tiling = "LINEAR", format = "VK_FORMAT_R8_SINT", dims = array<i64: 2, 2, 2, 2, 2>, wraps = array<i64: 3, 70000, 3, 2, 9>, usage = ["SHADER"]}

// -----

vk.tensor_description @x {tiling = "LINEAR", format = "VK_FORMAT_R8_SINT", dims = array<i64: 2, 2, 2, 2>, wraps = array<i64: 1, 2, 2, 2>, usage = ["SHADER"]}

// -----

vk.tensor_description @x {tiling = "LINEAR", format = "VK_FORMAT_R8_SINT", dims = array<i64: 2, 2, 2, 2, 2>, usage = ["SHADER"]}
