// RUN: layoutc %s --passes=verify-vulkan --target=spec_min --emit=none --verify-diagnostics --split-input-file

// Every usage is registered; bit 0 is not.

// expected-error @below {{violates VUID-VkTensorDescriptionARM-usage-parameter: `usage` is SHADOW, which Vulkan does not define}}
vk.tensor_description @x {tiling = "LINEAR", format = "VK_FORMAT_R8_SINT", dims = array<i64: 4>, usage = ["SHADER", "SHADOW"]}

// -----

// expected-error @below {{violates VUID-VkTensorDescriptionARM-usage-parameter: `usage` is 0x1, which Vulkan does not define}}
vk.tensor_description @x {tiling = "LINEAR", format = "VK_FORMAT_R8_SINT", dims = array<i64: 4>, usage = 3}

// -----

// expected-error @below {{violates VUID-VkTensorDescriptionARM-usage-parameter: `usage` is 0x40, which Vulkan does not define}}
vk.tensor_description @x {tiling = "LINEAR", format = "VK_FORMAT_R8_SINT", dims = array<i64: 4>, usage = [2, 64]}

// -----

vk.tensor_description @x {tiling = "LINEAR", format = "VK_FORMAT_R8_SINT", dims = array<i64: 4>, usage = 0x2e}

// -----

vk.tensor_description @x {tiling = "LINEAR", format = "VK_FORMAT_R8_SINT", dims = array<i64: 4>, usage = ["VK_TENSOR_USAGE_SHADER_BIT_ARM", 32]}

// -----

// SHADER is the default.
vk.tensor_description @x {tiling = "LINEAR", format = "VK_FORMAT_R8_SINT", dims = array<i64: 4>}
