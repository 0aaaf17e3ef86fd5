// RUN: layoutc %s --passes=verify-vulkan --target=%S/Inputs/controls.mlir --emit=none --verify-diagnostics --split-input-file

// A tensor has at least one dim more than its image.

// expected-error @below {{violates resources-memory-aliasing/dimensionCount: there are 2 dims, but an image with 2 dims needs at least 3}}
vk.tensor_description @x {tiling = "LINEAR", format = "VK_FORMAT_R8_UNORM", dims = array<i64: 8, 4>, usage = ["SHADER"], image = {extent = array<i64: 8, 6>, format = "VK_FORMAT_R8G8B8A8_UNORM"}}

// -----

vk.tensor_description @x {tiling = "LINEAR", format = "VK_FORMAT_R8_UNORM", dims = array<i64: 8, 4>, usage = ["SHADER"], image = {extent = array<i64: 8>, format = "VK_FORMAT_R8G8B8A8_UNORM"}}

// -----

vk.tensor_description @x {tiling = "LINEAR", format = "VK_FORMAT_R8_UNORM", dims = array<i64: 2, 6, 8, 4>, usage = ["SHADER"], image = {extent = array<i64: 8, 6, 2>, format = "VK_FORMAT_R8G8B8A8_UNORM"}}
