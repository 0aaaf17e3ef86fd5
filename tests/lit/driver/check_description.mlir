// RUN: layoutc check-description %S/Inputs/descriptions/valid.c --target=emulation | FileCheck %s --check-prefix=C
// RUN: layoutc check-description %S/Inputs/descriptions/valid.cpp --target=emulation | FileCheck %s --check-prefix=CPP
// RUN: layoutc check-description --target=emulation - < %S/Inputs/descriptions/valid.txt | FileCheck %s --check-prefix=DUMP
// RUN: layoutc check-description %S/Inputs/descriptions/valid_dump.json --target=emulation | FileCheck %s --check-prefix=DUMP
// RUN: layoutc %s --emit=vk-json --target=emulation | layoutc check-description - --target=emulation | FileCheck %s --check-prefix=JSON
// RUN: layoutc %s --emit=vk-c --target=emulation | layoutc check-description - --target=emulation | FileCheck %s --check-prefix=HEADER
// RUN: layoutc check-description %S/Inputs/descriptions/valid.cpp --target=emulation | layoutc eval - --of=@rows --at=1,2 | FileCheck %s --check-prefix=EVAL
// RUN: not layoutc check-description %S/Inputs/descriptions/valid.c --target=none --diagnostics=short 2>&1 | FileCheck %s --check-prefix=TARGET

// What the emitters write is read back as the same descriptions.
layout.tensor @image : tensor<1x3x4x8xf16, {order = #layout.order<NHWC>, reqs = #layout.reqs<m2: aligned<64 bytes>>}>
func.func @main(%x: tensor<4x5xf32>) {
  return
}

// The members by name or in their order; constants by macros and products; the innermost array of a name.
// C: vk.tensor_description @image {dims = array<i64: 1, 56, 56, 64>, format = "VK_FORMAT_R16_SFLOAT", strides = array<i64: 401408, 7168, 128, 2>, tiling = "LINEAR", usage = ["SHADER", "DATA_GRAPH"]}
// C: vk.tensor_description @weights {dims = array<i64: 32, 9>, format = "VK_FORMAT_R8_SINT", tiling = "OPTIMAL", usage = ["SHADER"]}

// CPP: vk.tensor_description @rows {dims = array<i64: 4, 5>, format = "VK_FORMAT_R32_SFLOAT", strides = array<i64: 32, 4>, tiling = "LINEAR", usage = ["SHADER"]}
// CPP: vk.tensor_description @rows_2 {dims = array<i64: 2, 3, 4>, format = "VK_FORMAT_R8_UINT", tiling = "LINEAR", usage = ["SHADER"]}

// DUMP: vk.tensor_description @pDescription {dims = array<i64: 4, 5>, format = "VK_FORMAT_R32_SFLOAT", strides = array<i64: 32, 4>, tiling = "LINEAR", usage = ["SHADER", "DATA_GRAPH"]}

// JSON: vk.tensor_description @image {dim_order = array<i64: 0, 2, 3, 1>, dims = array<i64: 1, 4, 8, 3>, element_type = f16, format = "VK_FORMAT_R16_SFLOAT", logical_shape = array<i64: 1, 3, 4, 8>, strides = array<i64: 2048, 512, 64, 2>, tiling = "LINEAR", usage = ["SHADER"]}
// JSON: vk.tensor_description @x {dim_order = array<i64: 0, 1>, dims = array<i64: 4, 5>, element_type = f32, format = "VK_FORMAT_R32_SFLOAT", function = "main", logical_shape = array<i64: 4, 5>, tiling = "LINEAR", usage = ["SHADER"]}

// HEADER: vk.tensor_description @image_vk {dims = array<i64: 1, 4, 8, 3>, format = "VK_FORMAT_R16_SFLOAT", strides = array<i64: 2048, 512, 64, 2>, tiling = "LINEAR", usage = ["SHADER"]}
// HEADER: vk.tensor_description @main_x_vk {dims = array<i64: 4, 5>, format = "VK_FORMAT_R32_SFLOAT", tiling = "LINEAR", usage = ["SHADER"]}

// EVAL: {"of":"@rows","at":[1,2],"offset":10,"byte":40,"valid":true}

// TARGET: error[L0504]: unknown target `none`
