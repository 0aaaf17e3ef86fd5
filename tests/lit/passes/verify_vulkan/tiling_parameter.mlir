// RUN: layoutc %s --passes=verify-vulkan --target=spec_min --emit=none --verify-diagnostics --split-input-file

// The tiling is registered, and the device has its extension.

// expected-error @below {{violates VUID-VkTensorDescriptionARM-tiling-parameter: `tiling` is LINAER, which Vulkan does not define}}
vk.tensor_description @x {tiling = "LINAER", format = "VK_FORMAT_R8_SINT", dims = array<i64: 4>, usage = ["SHADER"]}

// -----

// expected-error @below {{violates VUID-VkTensorDescriptionARM-tiling-parameter: `tiling` is 2, which Vulkan does not define}}
vk.tensor_description @x {tiling = 2, format = "VK_FORMAT_R8_SINT", dims = array<i64: 4>, usage = ["SHADER"]}

// -----

// expected-error @below {{violates VUID-VkTensorDescriptionARM-tiling-parameter: `tiling` is 1000565005, which Vulkan does not define}}
vk.tensor_description @x {tiling = 1000565005, format = "VK_FORMAT_R8_SINT", dims = array<i64: 4>, usage = ["SHADER"]}

// -----

// LINEAR, by number, by its name in Vulkan, and as the default.
vk.tensor_description @x {tiling = 1, format = "VK_FORMAT_R8_SINT", dims = array<i64: 4>, usage = ["SHADER"]}

// -----

vk.tensor_description @x {tiling = "VK_TENSOR_TILING_LINEAR_ARM", format = "VK_FORMAT_R8_SINT", dims = array<i64: 4>, usage = ["SHADER"]}

// -----

vk.tensor_description @x {format = "VK_FORMAT_R8_SINT", dims = array<i64: 4>, usage = ["SHADER"]}

// -----

// No other rule is checked: 09842 would be violated, too.
// expected-error @below {{violates VUID-VkTensorDescriptionARM-tiling-parameter: tiling BLOCK_U_INTERLEAVED_64K needs VK_ARM_tensor_controls, the feature `tensorControls` of a target}}
vk.tensor_description @x {tiling = 1000565004, format = "VK_FORMAT_R8_SINT", dims = array<i64: 5>, usage = ["SHADER"]}
