// RUN: layoutc %s --passes=verify-vulkan --target=%S/Inputs/controls.mlir --emit=none --verify-diagnostics --split-input-file

// The format of a tensor is compatible with a component of the format of its image.

// expected-error @below {{violates resources-memory-aliasing/format: VK_FORMAT_R16_SFLOAT is not compatible with a component of VK_FORMAT_R8G8B8A8_UNORM}}
vk.tensor_description @x {tiling = "OPTIMAL", format = "VK_FORMAT_R16_SFLOAT", dims = array<i64: 6, 8, 4>, usage = ["SHADER", "IMAGE_ALIASING"], image = {extent = array<i64: 8, 6>, format = "VK_FORMAT_R8G8B8A8_UNORM"}}

// -----

// expected-error @below {{violates resources-memory-aliasing/format: the components of VK_FORMAT_R5G6B5_UNORM_PACK16 are not compatible with formats of tensors}}
vk.tensor_description @x {tiling = "OPTIMAL", format = "VK_FORMAT_R8_UNORM", dims = array<i64: 6, 8, 3>, usage = ["SHADER", "IMAGE_ALIASING"], image = {extent = array<i64: 8, 6>, format = "VK_FORMAT_R5G6B5_UNORM_PACK16"}}

// -----

// expected-error @below {{violates resources-memory-aliasing/format: the components of VK_FORMAT_BC4_UNORM_BLOCK are not compatible with formats of tensors}}
vk.tensor_description @x {tiling = "OPTIMAL", format = "VK_FORMAT_R8_UNORM", dims = array<i64: 6, 8, 1>, usage = ["SHADER", "IMAGE_ALIASING"], image = {extent = array<i64: 8, 6>, format = "VK_FORMAT_BC4_UNORM_BLOCK"}}

// -----

// expected-error @below {{violates resources-memory-aliasing/format: VK_FORMAT_R8_UNORM is not compatible with a component of VK_FORMAT_S8_UINT}}
vk.tensor_description @x {tiling = "OPTIMAL", format = "VK_FORMAT_R8_UNORM", dims = array<i64: 6, 8, 1>, usage = ["SHADER", "IMAGE_ALIASING"], image = {extent = array<i64: 8, 6>, format = "VK_FORMAT_S8_UINT"}}

// -----

// expected-error @below {{violates resources-memory-aliasing/format: VK_FORMAT_R8_UNORM is not compatible with a component of VK_FORMAT_R4G4_UNORM_PACK8}}
vk.tensor_description @x {tiling = "OPTIMAL", format = "VK_FORMAT_R8_UNORM", dims = array<i64: 6, 8, 2>, usage = ["SHADER", "IMAGE_ALIASING"], image = {extent = array<i64: 8, 6>, format = "VK_FORMAT_R4G4_UNORM_PACK8"}}

// -----

vk.tensor_description @x {tiling = "OPTIMAL", format = "VK_FORMAT_R8_SINT", dims = array<i64: 6, 8, 4>, usage = ["SHADER", "IMAGE_ALIASING"], image = {extent = array<i64: 8, 6>, format = "VK_FORMAT_R8G8B8A8_UNORM"}}

// -----

vk.tensor_description @x {tiling = "OPTIMAL", format = "VK_FORMAT_R8_UNORM", dims = array<i64: 6, 8, 4>, usage = ["SHADER", "IMAGE_ALIASING"], image = {extent = array<i64: 8, 6>, format = "VK_FORMAT_B8G8R8A8_SRGB"}}

// -----

vk.tensor_description @x {tiling = "OPTIMAL", format = "VK_FORMAT_R16_UINT", dims = array<i64: 6, 8, 4>, usage = ["SHADER", "IMAGE_ALIASING"], image = {extent = array<i64: 8, 6>, format = "VK_FORMAT_R10X6G10X6B10X6A10X6_UNORM_4PACK16"}}
