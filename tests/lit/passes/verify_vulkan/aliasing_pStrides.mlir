// RUN: layoutc %s --passes=verify-vulkan --target=%S/Inputs/controls.mlir --emit=none --verify-diagnostics --split-input-file

// The strides of a linear tensor are those of its image.

// expected-error @below {{violates resources-memory-aliasing/pStrides: pStrides[0] must be 64 bytes, rowPitch, but is 32}}
vk.tensor_description @x {tiling = "LINEAR", format = "VK_FORMAT_R8_UNORM", dims = array<i64: 6, 8, 4>, usage = ["SHADER"], image = {extent = array<i64: 8, 6>, format = "VK_FORMAT_R8G8B8A8_UNORM", rowPitch = 64 : i64}}

// -----

// expected-error @below {{violates resources-memory-aliasing/pStrides: pStrides[1] must be 4 bytes, the size of a texel, but is 5}}
vk.tensor_description @x {tiling = "LINEAR", format = "VK_FORMAT_R8_UNORM", dims = array<i64: 6, 8, 4>, strides = array<i64: 40, 5, 1>, usage = ["SHADER"], image = {extent = array<i64: 8, 6>, format = "VK_FORMAT_R8G8B8A8_UNORM"}}

// -----

// expected-error @below {{violates resources-memory-aliasing/pStrides: pStrides[0] must be 512 bytes, depthPitch, but is 384}}
vk.tensor_description @x {tiling = "LINEAR", format = "VK_FORMAT_R8_UNORM", dims = array<i64: 2, 6, 8, 4>, strides = array<i64: 384, 64, 4, 1>, usage = ["SHADER"], image = {extent = array<i64: 8, 6, 2>, format = "VK_FORMAT_R8G8B8A8_UNORM", rowPitch = 64 : i64, depthPitch = 512 : i64}}

// -----

// expected-error @below {{violates resources-memory-aliasing/pStrides: pStrides[0] must be depthPitch, which Vulkan defines only for 3D images; use a tensor with 3 dims}}
vk.tensor_description @x {tiling = "LINEAR", format = "VK_FORMAT_R8_UNORM", dims = array<i64: 1, 6, 8, 4>, usage = ["SHADER"], image = {extent = array<i64: 8, 6>, format = "VK_FORMAT_R8G8B8A8_UNORM"}}

// -----

vk.tensor_description @x {tiling = "LINEAR", format = "VK_FORMAT_R8_UNORM", dims = array<i64: 6, 8, 4>, strides = array<i64: 64, 4, 1>, usage = ["SHADER"], image = {extent = array<i64: 8, 6>, format = "VK_FORMAT_R8G8B8A8_UNORM", rowPitch = 64 : i64}}

// -----

vk.tensor_description @x {tiling = "LINEAR", format = "VK_FORMAT_R8_UNORM", dims = array<i64: 6, 8, 4>, usage = ["SHADER"], image = {extent = array<i64: 8, 6>, format = "VK_FORMAT_R8G8B8A8_UNORM", rowPitch = 32 : i64}}

// -----

vk.tensor_description @x {tiling = "LINEAR", format = "VK_FORMAT_R8_UNORM", dims = array<i64: 2, 6, 8, 4>, strides = array<i64: 512, 64, 4, 1>, usage = ["SHADER"], image = {extent = array<i64: 8, 6, 2>, format = "VK_FORMAT_R8G8B8A8_UNORM", rowPitch = 64 : i64, depthPitch = 512 : i64}}

// -----

// The pitches of an image with another tiling are ignored.
vk.tensor_description @x {tiling = "OPTIMAL", format = "VK_FORMAT_R8_UNORM", dims = array<i64: 6, 8, 4>, usage = ["SHADER", "IMAGE_ALIASING"], image = {extent = array<i64: 8, 6>, format = "VK_FORMAT_R8G8B8A8_UNORM", rowPitch = 64 : i64}}
