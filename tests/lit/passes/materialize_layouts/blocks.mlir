// Blocks of a dim are dims of their own, with padding. Elements of constants are moved, and reductions of whole dims keep
// the blocks.
// RUN: layoutc %s --passes=materialize-layouts | FileCheck %s

// CHECK: tosa.const_shape {values = dense<[0, 0, 0, 1, 0, 0, 0, 0]> : tensor<8xindex>}
// CHECK: tosa.pad %x, {{.+}} -> tensor<1x4x2x3xf16>
// CHECK: tosa.reshape {{.+}} -> tensor<1x2x2x2x3xf16>
// CHECK: tosa.transpose {{.+}} {perms = array<i32: 0, 1, 3, 4, 2>} : (tensor<1x2x2x2x3xf16>) -> tensor<1x2x2x3x2xf16>
// CHECK: dense<{{.+}}1.000000e+00, 2.000000e+00{{.+}}3.000000e+00, 0.000000e+00{{.+}}> : tensor<1x2x1x1x2xf16>
// CHECK: tosa.add {{.+}} : (tensor<1x2x2x3x2xf16>, tensor<1x2x1x1x2xf16>) -> tensor<1x2x2x3x2xf16>
// CHECK: tosa.reduce_max {{.+}} {axis = 3 : i32} : (tensor<1x2x2x3x2xf16>) -> tensor<1x2x2x1x2xf16>
// CHECK: tosa.transpose {{.+}} {perms = array<i32: 0, 1, 4, 2, 3>}
// CHECK: tosa.reshape {{.+}} -> tensor<1x4x2x1xf16>
// CHECK: tosa.slice {{.+}} -> tensor<1x3x2x1xf16>
func.func @f(%x: tensor<1x3x2x3xf16>) -> tensor<1x3x2x1xf16> {
  %0 = layout.reorder %x : tensor<1x3x2x3xf16> -> tensor<1x3x2x3xf16, {format = #layout.format<chw2>}>
  %c = "tosa.const"() <{values = dense<[[[[1.0]], [[2.0]], [[3.0]]]]> : tensor<1x3x1x1xf16>}> : () -> tensor<1x3x1x1xf16>
  %1 = tosa.add %0, %c : (tensor<1x3x2x3xf16, {format = #layout.format<chw2>}>, tensor<1x3x1x1xf16>) -> tensor<1x3x2x3xf16, {format = #layout.format<chw2>}>
  %2 = tosa.reduce_max %1 {axis = 3 : i32} : (tensor<1x3x2x3xf16, {format = #layout.format<chw2>}>) -> tensor<1x3x2x1xf16, {format = #layout.format<chw2>}>
  %3 = layout.reorder %2 : tensor<1x3x2x1xf16, {format = #layout.format<chw2>}> -> tensor<1x3x2x1xf16>
  return %3 : tensor<1x3x2x1xf16>
}

// A block of a dim of length 1 is the padding of that dim, also where the block is innermost.
// CHECK-LABEL: @one
// CHECK: tosa.pad %x, {{.+}} -> tensor<3x2xf32>
// CHECK: tosa.add {{.+}} : (tensor<3x2xf32>, tensor<3x2xf32>) -> tensor<3x2xf32>
// CHECK: tosa.slice {{.+}} -> tensor<3x1xf32>
func.func @one(%x: tensor<3x1xf32>) -> tensor<3x1xf32> {
  %0 = layout.reorder %x : tensor<3x1xf32> -> tensor<3x1xf32, {layout = "onednn:aB2b"}>
  %1 = tosa.add %0, %0 : (tensor<3x1xf32, {layout = "onednn:aB2b"}>, tensor<3x1xf32, {layout = "onednn:aB2b"}>) -> tensor<3x1xf32, {layout = "onednn:aB2b"}>
  %2 = layout.reorder %1 : tensor<3x1xf32, {layout = "onednn:aB2b"}> -> tensor<3x1xf32>
  return %2 : tensor<3x1xf32>
}
