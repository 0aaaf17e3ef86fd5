// RUN: layoutc %s --passes=verify-vulkan --emit=none --verify-diagnostics --split-input-file

// Without a target, the device may have the extension of a tiling, so the other rules are checked, too.

// expected-warning @+3 {{violates VUID-VkTensorDescriptionARM-tiling-parameter: tiling BLOCK_U_INTERLEAVED needs VK_ARM_tensor_controls, the feature `tensorControls` of a target}}
// expected-note @+2 {{no target is named, so the minimum that the specification requires of devices is assumed}}
// expected-error @+1 {{violates VUID-VkTensorDescriptionARM-tiling-09842: the innermost length must be at most 4 with tiling BLOCK_U_INTERLEAVED, but is 5}}
vk.tensor_description @x {tiling = "BLOCK_U_INTERLEAVED", format = "VK_FORMAT_R8_SINT", dims = array<i64: 5>, usage = ["SHADER"]}
