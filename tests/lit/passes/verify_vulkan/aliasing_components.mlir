// RUN: layoutc %s --passes=verify-vulkan --target=%S/Inputs/controls.mlir --emit=none --verify-diagnostics --split-input-file

// The innermost dim is that of the components of a texel.

// expected-error @below {{violates resources-memory-aliasing/components: the innermost length must be 4, the number of components of VK_FORMAT_R8G8B8A8_UNORM, but is 3}}
vk.tensor_description @x {tiling = "OPTIMAL", format = "VK_FORMAT_R8_UNORM", dims = array<i64: 6, 8, 3>, usage = ["SHADER", "IMAGE_ALIASING"], image = {extent = array<i64: 8, 6>, format = "VK_FORMAT_R8G8B8A8_UNORM"}}

// -----

vk.tensor_description @x {tiling = "LINEAR", format = "VK_FORMAT_R8_UNORM", dims = array<i64: 6, 8, 3>, usage = ["SHADER"], image = {extent = array<i64: 8, 6>, format = "VK_FORMAT_R8G8B8_UNORM"}}

// -----

vk.tensor_description @x {tiling = "OPTIMAL", format = "VK_FORMAT_R8_UNORM", dims = array<i64: 6, 8, 1>, usage = ["SHADER", "IMAGE_ALIASING"], image = {extent = array<i64: 8, 6>, format = "VK_FORMAT_R8_UNORM"}}
