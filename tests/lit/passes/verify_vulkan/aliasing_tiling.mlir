// RUN: layoutc %s --passes=verify-vulkan --target=%S/Inputs/controls.mlir --emit=none --verify-diagnostics --split-input-file

// A tensor and its image both have tiling LINEAR, or both OPTIMAL.

// expected-error @below {{violates resources-memory-aliasing/tiling: tensor and image must both have tiling LINEAR or both OPTIMAL, but have LINEAR and OPTIMAL}}
vk.tensor_description @x {tiling = "LINEAR", format = "VK_FORMAT_R8_UNORM", dims = array<i64: 6, 8, 4>, usage = ["SHADER"], image = {extent = array<i64: 8, 6>, format = "VK_FORMAT_R8G8B8A8_UNORM", tiling = "OPTIMAL"}}

// -----

// expected-error @below {{violates resources-memory-aliasing/tiling: tensor and image must both have tiling LINEAR or both OPTIMAL, but have OPTIMAL and DRM_FORMAT_MODIFIER}}
vk.tensor_description @x {tiling = "OPTIMAL", format = "VK_FORMAT_R8_UNORM", dims = array<i64: 6, 8, 4>, usage = ["SHADER", "IMAGE_ALIASING"], image = {extent = array<i64: 8, 6>, format = "VK_FORMAT_R8G8B8A8_UNORM", tiling = "DRM_FORMAT_MODIFIER"}}

// -----

// expected-error @below {{violates resources-memory-aliasing/tiling: tensor and image must both have tiling LINEAR or both OPTIMAL, but have BRICK_4_WIDE and OPTIMAL}}
vk.tensor_description @x {tiling = "BRICK_4_WIDE", format = "VK_FORMAT_R8_UNORM", dims = array<i64: 6, 8, 4>, usage = ["SHADER", "IMAGE_ALIASING"], image = {extent = array<i64: 8, 6>, format = "VK_FORMAT_R8G8B8A8_UNORM"}}

// -----

vk.tensor_description @x {tiling = "OPTIMAL", format = "VK_FORMAT_R8_UNORM", dims = array<i64: 6, 8, 4>, usage = ["SHADER", "IMAGE_ALIASING"], image = {extent = array<i64: 8, 6>, format = "VK_FORMAT_R8G8B8A8_UNORM", tiling = "OPTIMAL"}}

// -----

vk.tensor_description @x {tiling = "LINEAR", format = "VK_FORMAT_R8_UNORM", dims = array<i64: 6, 8, 4>, usage = ["SHADER"], image = {extent = array<i64: 8, 6>, format = "VK_FORMAT_R8G8B8A8_UNORM", tiling = "LINEAR"}}
