// RUN: layoutc %s --passes=verify-vulkan --target=%S/Inputs/controls.mlir --emit=none --verify-diagnostics --split-input-file

// A tensor and an image with tiling OPTIMAL that alias have usages that allow it.

// expected-error @below {{violates resources-memory-aliasing/usage: the usage of the tensor must have IMAGE_ALIASING, because its tiling is OPTIMAL}}
vk.tensor_description @x {tiling = "OPTIMAL", format = "VK_FORMAT_R8_UNORM", dims = array<i64: 6, 8, 4>, usage = ["SHADER"], image = {extent = array<i64: 8, 6>, format = "VK_FORMAT_R8G8B8A8_UNORM"}}

// -----

// expected-error @below {{violates resources-memory-aliasing/usage: the usage of the image must have TENSOR_ALIASING, because its tiling is OPTIMAL}}
vk.tensor_description @x {tiling = "OPTIMAL", format = "VK_FORMAT_R8_UNORM", dims = array<i64: 6, 8, 4>, usage = ["SHADER", "IMAGE_ALIASING"], image = {extent = array<i64: 8, 6>, format = "VK_FORMAT_R8G8B8A8_UNORM", usage = ["SAMPLED"]}}

// -----

vk.tensor_description @x {tiling = "OPTIMAL", format = "VK_FORMAT_R8_UNORM", dims = array<i64: 6, 8, 4>, usage = ["SHADER", "IMAGE_ALIASING"], image = {extent = array<i64: 8, 6>, format = "VK_FORMAT_R8G8B8A8_UNORM"}}

// -----

vk.tensor_description @x {tiling = "OPTIMAL", format = "VK_FORMAT_R8_UNORM", dims = array<i64: 6, 8, 4>, usage = ["SHADER", "IMAGE_ALIASING"], image = {extent = array<i64: 8, 6>, format = "VK_FORMAT_R8G8B8A8_UNORM", usage = ["SAMPLED", "TENSOR_ALIASING"]}}

// -----

vk.tensor_description @x {tiling = "LINEAR", format = "VK_FORMAT_R8_UNORM", dims = array<i64: 6, 8, 4>, usage = ["SHADER"], image = {extent = array<i64: 8, 6>, format = "VK_FORMAT_R8G8B8A8_UNORM"}}
