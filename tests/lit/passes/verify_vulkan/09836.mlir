// RUN: layoutc %s --passes=verify-vulkan --target=%S/Inputs/controls_long.mlir --emit=none --verify-diagnostics --split-input-file

// A window of a longer dim has fewer than 65536 indices.

// expected-error @below {{violates VUID-VkTensorRollingBackingCreateInfoARM-wraps-09836: wraps[0] must be pDimensions[0] = 65537 or less than 65536, but is 65536}}
vk.tensor_description @x {tiling = "LINEAR", format = "VK_FORMAT_R8_SINT", dims = array<i64: 65537>, wraps = array<i64: 65536>, usage = ["SHADER"]}

// -----

vk.tensor_description @x {tiling = "LINEAR", format = "VK_FORMAT_R8_SINT", dims = array<i64: 65537>, wraps = array<i64: 65535>, usage = ["SHADER"]}

// -----

vk.tensor_description @x {tiling = "LINEAR", format = "VK_FORMAT_R8_SINT", dims = array<i64: 65537>, wraps = array<i64: 65537>, usage = ["SHADER"]}
