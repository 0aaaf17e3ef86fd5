// RUN: layoutc %s --passes=assign-layouts | FileCheck %s
// RUN: layoutc %s --passes=assign-layouts --stats --emit=none 2>&1 | FileCheck %s --check-prefix=STATS

// The contents of %w are known before execution, so its reorder costs nothing; neither does that of a view of it.
// STATS: 512  assign-layouts (1): cost (bytes)
// STATS-NEXT: 512  assign-layouts (1): lower bound (bytes)
// STATS: 1  assign-layouts (1): reorders
// STATS-NEXT: 512  assign-layouts (1): bytes that reorders read and write
// STATS: 2  assign-layouts (1): constants copied to another layout

// CHECK-LABEL: func.func @f(
// CHECK-DAG: layout.reorder %w :
// CHECK-DAG: layout.reorder %t :
// CHECK-DAG: layout.reorder %x :
// CHECK-NOT: layout.reorder
func.func @f(%x: tensor<1x8x4x4xf16>, %w: tensor<8x8x3x3xf16> {layout.constant}) -> tensor<1x8x4x4xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}> {
  %t = "onnx.Transpose"(%w) {perm = [1, 0, 2, 3]} : (tensor<8x8x3x3xf16>) -> tensor<8x8x3x3xf16>
  %0 = "nn.conv"(%x, %w, %t) {layout.choices = [#layout.choice<(NHWC, NHWC, NHWC) -> NHWC>]} : (tensor<1x8x4x4xf16>, tensor<8x8x3x3xf16>, tensor<8x8x3x3xf16>) -> tensor<1x8x4x4xf16>
  %1 = layout.reorder %0 : tensor<1x8x4x4xf16> -> tensor<1x8x4x4xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}>
  return %1 : tensor<1x8x4x4xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}>
}
