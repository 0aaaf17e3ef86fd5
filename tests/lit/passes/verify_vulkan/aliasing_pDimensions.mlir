// RUN: layoutc %s --passes=verify-vulkan --target=%S/Inputs/controls.mlir --emit=none --verify-diagnostics --split-input-file

// Dims outside those of the image and its components have length 1.

// expected-error @below {{violates resources-memory-aliasing/pDimensions: pDimensions[0] is 2, but must be 1: the image has 2 dims and components}}
vk.tensor_description @x {tiling = "OPTIMAL", format = "VK_FORMAT_R8_UNORM", dims = array<i64: 2, 6, 8, 4>, usage = ["SHADER", "IMAGE_ALIASING"], image = {extent = array<i64: 8, 6>, format = "VK_FORMAT_R8G8B8A8_UNORM"}}

// -----

vk.tensor_description @x {tiling = "OPTIMAL", format = "VK_FORMAT_R8_UNORM", dims = array<i64: 1, 6, 8, 4>, usage = ["SHADER", "IMAGE_ALIASING"], image = {extent = array<i64: 8, 6>, format = "VK_FORMAT_R8G8B8A8_UNORM"}}
