// RUN: layoutc %s --passes=resolve-strides,lower-addressing | FileCheck %s
// RUN: layoutc %s --passes=resolve-strides,lower-addressing,check-addresses --emit=none --stats 2>&1 | FileCheck %s --check-prefix=STATS

// The plan of each distinct copy is that of its kernel, which check-addresses proves.

// STATS: 4 lower-addressing (2): kernels created
// STATS: 4 lower-addressing (2): kernels with a plan
// STATS: 4 check-addresses (3): plans proven
// STATS: 3 check-addresses (3): plans compared slot by slot

#CN = affine_map<(d0, d1) -> (d1, d0)>
func.func @equal(%x: tensor<4x6xf16>, %z: tensor<4x6xi16>) {
  // CHECK: layout.reorder %x {layout.kernel = @reorder_equal_y}
  %y = layout.reorder %x : tensor<4x6xf16> -> tensor<4x6xf16, {order = #CN}>
  // CHECK: layout.reorder %z {layout.kernel = @reorder_equal_y}
  %w = layout.reorder %z : tensor<4x6xi16> -> tensor<4x6xi16, {order = #CN}>
  // CHECK: layout.reorder %z {layout.kernel = @reorder_equal_v}
  %v = layout.reorder %z : tensor<4x6xi16> -> tensor<4x6xi16, {order = #CN, strides = [1, 7]}>
  return
}
func.func @batch(%x: tensor<?x3x4xf16>) -> tensor<?x3x4xf16, {order = affine_map<(d0, d1, d2) -> (d0, d2, d1)>}> {
  // CHECK: layout.reorder %x {layout.kernel = @reorder_batch_y}
  %y = layout.reorder %x : tensor<?x3x4xf16> -> tensor<?x3x4xf16, {order = affine_map<(d0, d1, d2) -> (d0, d2, d1)>}>
  return %y : tensor<?x3x4xf16, {order = affine_map<(d0, d1, d2) -> (d0, d2, d1)>}>
}
func.func @padded(%x: tensor<1x3x2x2xf16>) -> tensor<1x3x2x2xf16, {format = #layout.format<chw4>}> {
  %y = layout.reorder %x : tensor<1x3x2x2xf16> -> tensor<1x3x2x2xf16, {format = #layout.format<chw4>}>
  return %y : tensor<1x3x2x2xf16, {format = #layout.format<chw4>}>
}
// CHECK: layout.kernel @reorder_equal_y {fills_padding, plan = {digits = [array<i64: 6, 1, 4>, array<i64: 4, 6, 1>]
// CHECK-SAME: method = "tile"
// CHECK-SAME: : (tensor<4x6xf16>) -> tensor<4x6xf16, {order = #CN, strides = [1, 4]}>
// CHECK: layout.kernel @reorder_equal_v {plan = {
// CHECK-SAME: : (tensor<4x6xi16>) -> tensor<4x6xi16, {order = #CN, strides = [1, 7]}>
// CHECK: layout.kernel @reorder_batch_y {{.*}}plan = {digits = [array<i64: 0, 12, 12>,
// CHECK: layout.kernel @reorder_padded_y {fills_padding, plan = {
// CHECK-SAME: dims = [array<i64: 0>, array<i64: 0, 0, 4, 0, 3>, array<i64: 0>, array<i64: 0>]
