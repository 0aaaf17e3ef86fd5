// RUN: layoutc %s --passes=verify-vulkan --target=%S/Inputs/controls.mlir --emit=none --verify-diagnostics --split-input-file

// An image with tiling LINEAR has no usage TENSOR_ALIASING.

// expected-error @below {{violates VUID-VkImageCreateInfo-tiling-09711: an image with tiling LINEAR is incompatible with usage TENSOR_ALIASING}}
vk.tensor_description @x {tiling = "LINEAR", format = "VK_FORMAT_R8_UNORM", dims = array<i64: 6, 8, 4>, usage = ["SHADER"], image = {extent = array<i64: 8, 6>, format = "VK_FORMAT_R8G8B8A8_UNORM", usage = ["SAMPLED", "TENSOR_ALIASING"]}}

// -----

vk.tensor_description @x {tiling = "LINEAR", format = "VK_FORMAT_R8_UNORM", dims = array<i64: 6, 8, 4>, usage = ["SHADER"], image = {extent = array<i64: 8, 6>, format = "VK_FORMAT_R8G8B8A8_UNORM", usage = ["SAMPLED"]}}

// -----

vk.tensor_description @x {tiling = "OPTIMAL", format = "VK_FORMAT_R8_UNORM", dims = array<i64: 6, 8, 4>, usage = ["SHADER", "IMAGE_ALIASING"], image = {extent = array<i64: 8, 6>, format = "VK_FORMAT_R8G8B8A8_UNORM", usage = ["TENSOR_ALIASING"]}}
