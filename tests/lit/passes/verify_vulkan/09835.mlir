// RUN: layoutc %s --passes=verify-vulkan --target=%S/Inputs/controls.mlir --emit=none --verify-diagnostics --split-input-file

// A window is at most as long as its dim.

// expected-error @below {{violates VUID-VkTensorRollingBackingCreateInfoARM-wraps-09835: wraps[1] must be at most pDimensions[1] = 4, but is 8}}
vk.tensor_description @x {tiling = "LINEAR", format = "VK_FORMAT_R8_SINT", dims = array<i64: 16, 4>, wraps = array<i64: 8, 8>, usage = ["SHADER"]}

// -----

vk.tensor_description @x {tiling = "LINEAR", format = "VK_FORMAT_R8_SINT", dims = array<i64: 16, 4>, wraps = array<i64: 16, 4>, usage = ["SHADER"]}
