// RUN: layoutc %s --passes=assign-layouts,resolve-strides | FileCheck %s

// The permutation is an attribute, an operand, or listed.
// CHECK-LABEL: func.func @transposes(
// CHECK: %0 = "my.permute"(%x) {{.*}} -> tensor<4x2x3xf16, {order = #HWC, strides = [1, 12, 4]}>
// CHECK: %1 = "my.permute"(%0, %p) {{.*}} -> tensor<2x3x4xf16, {order = #CHW, strides = [12, 4, 1]}>
func.func @transposes(%x: tensor<2x3x4xf16>) -> tensor<2x3x4xf16> {
  %p = "onnx.Constant"() {value = dense<[1, 2, 0]> : tensor<3xi64>} : () -> tensor<3xi64>
  %0 = "my.permute"(%x) {layout.view = {kind = "transpose", permutation = "axes"}, axes = [2, 0, 1]} : (tensor<2x3x4xf16>) -> tensor<4x2x3xf16>
  %1 = "my.permute"(%0, %p) {layout.view = {kind = "transpose", permutation = 1 : i64}} : (tensor<4x2x3xf16>, tensor<3xi64>) -> tensor<2x3x4xf16>
  %2 = "my.swap"(%1) {layout.view = {kind = "transpose", permutation = [0, 2, 1]}} : (tensor<2x3x4xf16>) -> tensor<2x4x3xf16>
  "my.use"(%2) {layout.choices = [#layout.choice<(any) -> ()>]} : (tensor<2x4x3xf16>) -> ()
  return %1 : tensor<2x3x4xf16>
}

// A part of the concat starts after the first one.
// CHECK-LABEL: func.func @parts(
// CHECK: %y = {{.*}} -> tensor<3x6xf16, {offset = 24 : i64, order = #NC, strides = [6, 1]}>
// CHECK: %1 = "my.crop"(%0) {{.*}} -> tensor<2x3xf16, {offset = 7 : i64, order = #NC, strides = [12, 1]}>
// CHECK: %2 = "my.flat"(%0) {{.*}} -> tensor<42xf16, {order = #C, strides = [1]}>
func.func @parts(%a: tensor<4x6xf16>) {
  %x = "my.op"(%a) : (tensor<4x6xf16>) -> tensor<4x6xf16>
  %y = "my.op"(%a) : (tensor<4x6xf16>) -> tensor<3x6xf16>
  %0 = "my.join"(%x, %y) {layout.view = {kind = "concat", axis = "dim"}, dim = 0 : i64} : (tensor<4x6xf16>, tensor<3x6xf16>) -> tensor<7x6xf16>
  %1 = "my.crop"(%0) {layout.view = {kind = "slice", offsets = "at", sizes = [2, 3], strides = "by"}, at = array<i64: 1, 1>, by = [2, 1]} : (tensor<7x6xf16>) -> tensor<2x3xf16>
  %2 = "my.flat"(%0) {layout.view = {kind = "reshape"}} : (tensor<7x6xf16>) -> tensor<42xf16>
  %3 = "my.same"(%2) {layout.view = {kind = "identity"}} : (tensor<42xf16>) -> tensor<42xf16>
  "my.use"(%1, %3) : (tensor<2x3xf16>, tensor<42xf16>) -> ()
  return
}
