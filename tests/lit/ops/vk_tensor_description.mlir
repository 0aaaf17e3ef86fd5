// RUN: layoutc %s | FileCheck %s
// RUN: layoutc %s --emit=generic | layoutc | FileCheck %s

// CHECK: vk.tensor_description @x_vk {dims = array<i64: 4, 5>, format = "VK_FORMAT_R16_SFLOAT", strides = array<i64: 16, 2>, tiling = "LINEAR", usage = ["SHADER"]}
vk.tensor_description @x_vk {tiling = "LINEAR", format = "VK_FORMAT_R16_SFLOAT", dims = array<i64: 4, 5>,
                             strides = array<i64: 16, 2>, usage = ["SHADER"]}

// Enumerators can be numbers. `verify-vulkan` reports the errors in descriptions.
// CHECK: vk.tensor_description @y_vk {format = 76 : i64, tiling = 1 : i64}
vk.tensor_description @y_vk {format = 76, tiling = 1}
