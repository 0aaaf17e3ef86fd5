// RUN: layoutc %s --passes=verify-vulkan --target=spec_min --emit=none --verify-diagnostics --split-input-file
// RUN: layoutc %s --passes=verify-vulkan --emit=none --split-input-file --diagnostics=short 2>&1 | FileCheck %s
// CHECK: warning[L0503]: `@x` violates VUID-VkTensorCreateInfoARM-pNext-pNext

// A rolling backing needs the extension VK_ARM_tensor_controls, the feature `tensorControls` of a target.

// expected-error @below {{violates VUID-VkTensorCreateInfoARM-pNext-pNext: a rolling backing needs VK_ARM_tensor_controls, the feature `tensorControls` of a target}}
vk.tensor_description @x {tiling = "LINEAR", format = "VK_FORMAT_R8_SINT", dims = array<i64: 16, 4>, wraps = array<i64: 8, 4>, usage = ["SHADER"]}

// -----

vk.tensor_description @x {tiling = "LINEAR", format = "VK_FORMAT_R8_SINT", dims = array<i64: 16, 4>, usage = ["SHADER"]}
