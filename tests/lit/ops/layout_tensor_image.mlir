// RUN: layoutc %s | FileCheck %s
// RUN: layoutc %s --emit=generic | layoutc | FileCheck %s
// RUN: layoutc %s --emit=generic | FileCheck %s --check-prefix=GENERIC

// The image whose memory a tensor aliases is kept as it is written.
// CHECK: layout.tensor @camera {image = {extent = array<i64: 60, 40>, format = "VK_FORMAT_R8G8B8A8_UNORM", rowPitch = 256 : i64}} : tensor<40x60x4xui8>
// GENERIC: "layout.tensor"() {image = {extent = array<i64: 60, 40>, format = "VK_FORMAT_R8G8B8A8_UNORM", rowPitch = 256 : i64}, sym_name = "camera", type = tensor<40x60x4xui8>}
layout.tensor @camera {image = {extent = array<i64: 60, 40>, format = "VK_FORMAT_R8G8B8A8_UNORM", rowPitch = 256 : i64}} : tensor<40x60x4xui8>

// CHECK: layout.tensor @all {image = {depthPitch = 512 : i64, extent = [6, 5, 4], format = "VK_FORMAT_R8_UNORM", rowPitch = 64 : i64, tiling = "LINEAR", usage = ["SAMPLED", "STORAGE"]}}
layout.tensor @all {image = {extent = [6, 5, 4], format = "VK_FORMAT_R8_UNORM", rowPitch = 64 : i64, depthPitch = 512 : i64, tiling = "LINEAR", usage = ["SAMPLED", "STORAGE"]}} : tensor<4x5x6x1xi8>

// CHECK: vk.tensor_description @ring {dims = array<i64: 30, 64>, format = "VK_FORMAT_R16_SFLOAT", wraps = array<i64: 4, 64>}
vk.tensor_description @ring {format = "VK_FORMAT_R16_SFLOAT", dims = array<i64: 30, 64>, wraps = array<i64: 4, 64>}
