// RUN: layoutc %s --passes=verify-vulkan --target=spec_min --emit=none --verify-diagnostics --split-input-file

// The usage is not empty.

// expected-error @below {{violates VUID-VkTensorDescriptionARM-usage-requiredbitmask: `usage` must have at least one flag, but is empty}}
vk.tensor_description @x {tiling = "LINEAR", format = "VK_FORMAT_R8_SINT", dims = array<i64: 4>, usage = []}

// -----

// expected-error @below {{violates VUID-VkTensorDescriptionARM-usage-requiredbitmask: `usage` must have at least one flag, but is empty}}
vk.tensor_description @x {tiling = "LINEAR", format = "VK_FORMAT_R8_SINT", dims = array<i64: 4>, usage = 0}

// -----

vk.tensor_description @x {tiling = "LINEAR", format = "VK_FORMAT_R8_SINT", dims = array<i64: 4>, usage = ["DATA_GRAPH"]}
