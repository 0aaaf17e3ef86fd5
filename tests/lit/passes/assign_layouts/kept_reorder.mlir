// RUN: layoutc %s --passes=assign-layouts | FileCheck %s
// RUN: layoutc %s --passes=assign-layouts --stats --emit=none 2>&1 | FileCheck %s --check-prefix=STATS

// A reorder into strides or requirements is kept, and its bytes count, with their padding: 256 are read, 16 rows of 64 written. That of a constant costs nothing.
// CHECK-LABEL: func.func @f(
// CHECK-COUNT-2: reqs = #layout.reqs<m2: aligned<64 bytes>>
// CHECK-NOT: layout.reorder
// STATS: 1280  assign-layouts (1): cost (bytes)
// STATS-NEXT: 1280  assign-layouts (1): lower bound (bytes)
func.func @f(%x: tensor<1x8x4x4xf16>, %w: tensor<1x8x4x4xf16> {layout.constant}) {
  %0 = layout.reorder %x : tensor<1x8x4x4xf16> -> tensor<1x8x4x4xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>, reqs = #layout.reqs<m2: aligned<64 bytes>>}>
  %1 = layout.reorder %w : tensor<1x8x4x4xf16> -> tensor<1x8x4x4xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>, reqs = #layout.reqs<m2: aligned<64 bytes>>}>
  "nn.use"(%0, %1) {layout.choices = [#layout.choice<(NHWC, NHWC) -> ()>]} : (tensor<1x8x4x4xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>, reqs = #layout.reqs<m2: aligned<64 bytes>>}>, tensor<1x8x4x4xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>, reqs = #layout.reqs<m2: aligned<64 bytes>>}>) -> ()
  return
}
