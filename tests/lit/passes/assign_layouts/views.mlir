// RUN: layoutc %s --passes=assign-layouts --target=npu --stats 2>&1 | FileCheck %s --check-prefixes=CHECK,STATS
// RUN: layoutc %s --passes=assign-layouts,assign-layouts,optimize-reorders --target=npu | FileCheck %s
// RUN: layoutc %s --passes='assign-layouts,resolve-strides{copies=insert}' --target=npu --stats 2>&1 | FileCheck %s --check-prefix=COPIES

// Copies that views force are part of the cost, so `resolve-strides` inserts none.
// COPIES-NOT: error
// COPIES-NOT: copies inserted

layout.target @npu {limits = {maxTensorDimensionCount = 6 : i64, maxTensorElements = 134217728 : i64, maxPerDimensionTensorElements = 134217728 : i64, maxTensorStride = 134217728 : i64, maxTensorSize = 134217728 : i64}, features = {tensorNonPacked = true}} {
  layout.rule "t.layer" [#layout.choice<same>]
}

// One value has two places in one concat, so one of them is a copy in the same layout: 2 * 288 bytes.
// CHECK-LABEL: func.func @twice
// CHECK: %[[A:[a-z0-9]+]] = "t.layer"(%x)
// CHECK: layout.reorder %[[A]] : tensor<1x4x6x6xf16, {order = #NCHW}> -> tensor<1x4x6x6xf16, {order = #NCHW}>
// CHECK-NOT: layout.reorder
// CHECK: "onnx.Concat"
func.func @twice(%x: tensor<1x4x6x6xf16>) -> tensor<1x8x6x6xf16> {
  %a = "t.layer"(%x) : (tensor<1x4x6x6xf16>) -> tensor<1x4x6x6xf16>
  %0 = "onnx.Concat"(%a, %a) {axis = 1 : si64} : (tensor<1x4x6x6xf16>, tensor<1x4x6x6xf16>) -> tensor<1x8x6x6xf16>
  return %0 : tensor<1x8x6x6xf16>
}

// Both concats hold the same tensors at the same places: no copy.
// CHECK-LABEL: func.func @same_places
// CHECK-NOT: layout.reorder
// CHECK: return
func.func @same_places(%x: tensor<1x4x6x6xf16>) -> (tensor<1x8x6x6xf16>, tensor<1x8x6x6xf16>) {
  %a = "t.layer"(%x) : (tensor<1x4x6x6xf16>) -> tensor<1x4x6x6xf16>
  %b = "t.layer"(%a) : (tensor<1x4x6x6xf16>) -> tensor<1x4x6x6xf16>
  %0 = "onnx.Concat"(%a, %b) {axis = 1 : si64} : (tensor<1x4x6x6xf16>, tensor<1x4x6x6xf16>) -> tensor<1x8x6x6xf16>
  %1 = "onnx.Concat"(%a, %b) {axis = 1 : si64} : (tensor<1x4x6x6xf16>, tensor<1x4x6x6xf16>) -> tensor<1x8x6x6xf16>
  return %0, %1 : tensor<1x8x6x6xf16>, tensor<1x8x6x6xf16>
}

// The stride of W in a slice with a step is 2 elements, which the device does not allow for the innermost dim. So N, which
// has length 1, is innermost, and each slice is copied once, into the concat.
// CHECK-LABEL: func.func @focus
// CHECK: %[[A:[a-z0-9]+]] = "onnx.Slice"(%x, {{.*}} -> tensor<1x4x4x4xf16, {order = affine_map<(d0, d1, d2, d3) -> (d1, d2, d3, d0)>}>
// CHECK: layout.reorder %[[A]] :
// CHECK: %[[B:[a-z0-9]+]] = "onnx.Slice"(%x, {{.*}} -> tensor<1x4x4x4xf16, {order = affine_map<(d0, d1, d2, d3) -> (d1, d2, d3, d0)>}>
// CHECK: layout.reorder %[[B]] :
// CHECK-NOT: layout.reorder
// CHECK: return
func.func @focus(%x: tensor<1x4x8x8xf16>) -> tensor<1x8x4x4xf16> {
  %two = "onnx.Constant"() {value = dense<[2, 2]> : tensor<2xi64>} : () -> tensor<2xi64>
  %axes = "onnx.Constant"() {value = dense<[2, 3]> : tensor<2xi64>} : () -> tensor<2xi64>
  %end = "onnx.Constant"() {value = dense<[8, 8]> : tensor<2xi64>} : () -> tensor<2xi64>
  %s0 = "onnx.Constant"() {value = dense<[0, 0]> : tensor<2xi64>} : () -> tensor<2xi64>
  %s1 = "onnx.Constant"() {value = dense<[1, 1]> : tensor<2xi64>} : () -> tensor<2xi64>
  %a = "onnx.Slice"(%x, %s0, %end, %axes, %two) : (tensor<1x4x8x8xf16>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<1x4x4x4xf16>
  %b = "onnx.Slice"(%x, %s1, %end, %axes, %two) : (tensor<1x4x8x8xf16>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<1x4x4x4xf16>
  %0 = "onnx.Concat"(%a, %b) {axis = 1 : si64} : (tensor<1x4x4x4xf16>, tensor<1x4x4x4xf16>) -> tensor<1x8x4x4xf16>
  return %0 : tensor<1x8x4x4xf16>
}

// Each half is in the memory of its whole, and cannot also be in that of the concat of both in the other order.
// CHECK-LABEL: func.func @swapped
// CHECK-COUNT-2: layout.reorder
// CHECK: "onnx.Concat"
func.func @swapped(%x: tensor<4x6xf16>) -> tensor<4x6xf16> {
  %a, %b = "onnx.SplitV11"(%x) {axis = 0 : si64} : (tensor<4x6xf16>) -> (tensor<2x6xf16>, tensor<2x6xf16>)
  %0 = "onnx.Concat"(%b, %a) {axis = 0 : si64} : (tensor<2x6xf16>, tensor<2x6xf16>) -> tensor<4x6xf16>
  return %0 : tensor<4x6xf16>
}

// STATS: {{^ +}}0  assign-layouts (1): gap (bytes)
