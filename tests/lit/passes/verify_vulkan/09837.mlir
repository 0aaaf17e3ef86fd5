// RUN: layoutc %s --passes=verify-vulkan --target=%S/Inputs/controls.mlir --emit=none --verify-diagnostics --split-input-file

// Inside a window whose length is not a power of two, the lengths of windows are powers of two.

// expected-error @below {{violates VUID-VkTensorRollingBackingCreateInfoARM-wraps-09837: wraps[1] must be pDimensions[1] = 8 or a power of two, because wraps[0] = 3 is none, but is 6}}
vk.tensor_description @x {tiling = "LINEAR", format = "VK_FORMAT_R8_SINT", dims = array<i64: 16, 8, 4>, wraps = array<i64: 3, 6, 4>, usage = ["SHADER"]}

// -----

// The outer window is the whole dim.
// expected-error @below {{violates VUID-VkTensorRollingBackingCreateInfoARM-wraps-09837: wraps[2] must be pDimensions[2] = 8 or a power of two, because wraps[1] = 5 is none, but is 6}}
vk.tensor_description @x {tiling = "LINEAR", format = "VK_FORMAT_R8_SINT", dims = array<i64: 16, 5, 8>, wraps = array<i64: 16, 5, 6>, usage = ["SHADER"]}

// -----

vk.tensor_description @x {tiling = "LINEAR", format = "VK_FORMAT_R8_SINT", dims = array<i64: 16, 8, 4>, wraps = array<i64: 3, 4, 4>, usage = ["SHADER"]}

// -----

vk.tensor_description @x {tiling = "LINEAR", format = "VK_FORMAT_R8_SINT", dims = array<i64: 16, 8, 7>, wraps = array<i64: 3, 8, 7>, usage = ["SHADER"]}

// -----

vk.tensor_description @x {tiling = "LINEAR", format = "VK_FORMAT_R8_SINT", dims = array<i64: 16, 8, 8>, wraps = array<i64: 4, 8, 6>, usage = ["SHADER"]}
