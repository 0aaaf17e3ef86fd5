// In a module with the forms of LLVM 19, new ops have these forms: permutations are constant operands.
// RUN: layoutc %s --passes=materialize-layouts | FileCheck %s

#NHWC = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>
// CHECK: "tosa.const"() {value = dense<[0, 2, 3, 1]> : tensor<4xi32>}
// CHECK: tosa.transpose %x, %{{.+}} : (tensor<1x8x4x2xf32>, tensor<4xi32>) -> tensor<1x4x2x8xf32>
// CHECK: tosa.slice {{.+}} {size = array<i64: 1, 2, 2, 8>, start = array<i64: 0, 1, 0, 0>}
// CHECK: tosa.mul {{.+}} : (tensor<1x2x2x8xf32>, tensor<1x2x2x8xf32>) -> tensor<1x2x2x8xf32>
func.func @f(%x: tensor<1x8x4x2xf32>) -> tensor<1x8x2x2xf32> {
  %0 = layout.reorder %x : tensor<1x8x4x2xf32> -> tensor<1x8x4x2xf32, {order = #NHWC}>
  %1 = tosa.slice %0 {start = array<i64: 0, 0, 1, 0>, size = array<i64: 1, 8, 2, 2>} : (tensor<1x8x4x2xf32, {order = #NHWC}>) -> tensor<1x8x2x2xf32, {order = #NHWC}>
  %2 = tosa.mul %1, %1 {shift = 0 : i8} : (tensor<1x8x2x2xf32, {order = #NHWC}>, tensor<1x8x2x2xf32, {order = #NHWC}>) -> tensor<1x8x2x2xf32, {order = #NHWC}>
  %3 = layout.reorder %2 : tensor<1x8x2x2xf32, {order = #NHWC}> -> tensor<1x8x2x2xf32>
  return %3 : tensor<1x8x2x2xf32>
}
