// RUN: layoutc %s --passes=assign-layouts,resolve-strides | FileCheck %s

// A transpose of a dynamic batch is a view in the permuted order, in which the batch is still outermost.
// CHECK-LABEL: func.func @transposes(
// CHECK: %0 = "onnx.Transpose"(%x) {{.*}} -> tensor<16x?x64xf16, {order = #HCW, strides = [64, 1024, 1]}>
// CHECK: %1 = "nn.r"(%0) {{.*}} -> tensor<16x?x64xf16, {order = #HCW, strides = [64, 1024, 1]}>
// CHECK: return %2 : tensor<?x16x64xf16, {order = #CHW, strides = [1024, 64, 1]}>
func.func @transposes(%x: tensor<?x16x64xf16>) -> tensor<?x16x64xf16> {
  %0 = "onnx.Transpose"(%x) {perm = [1, 0, 2]} : (tensor<?x16x64xf16>) -> tensor<16x?x64xf16>
  %1 = "nn.r"(%0) {layout.choices = [#layout.choice<same>]} : (tensor<16x?x64xf16>) -> tensor<16x?x64xf16>
  %2 = "onnx.Transpose"(%1) {perm = [1, 0, 2]} : (tensor<16x?x64xf16>) -> tensor<?x16x64xf16>
  return %2 : tensor<?x16x64xf16>
}

// A concat, and a split along a static dim.
// CHECK-LABEL: func.func @parts(
// CHECK: %0 = "onnx.Concat"(%x, %y) {{.*}} -> tensor<?x6x6xf16, {order = #CHW, strides = [36, 6, 1]}>
// CHECK-NEXT: %1:2 = "onnx.SplitV11"(%0) {{.*}}, tensor<?x1x6xf16, {offset = 30 : i64, order = #CHW, strides = [36, 6, 1]}>)
func.func @parts(%a: tensor<?x4x6xf16>) {
  %x = "nn.a"(%a) : (tensor<?x4x6xf16>) -> tensor<?x4x6xf16>
  %y = "nn.b"(%a) : (tensor<?x4x6xf16>) -> tensor<?x2x6xf16>
  %0 = "onnx.Concat"(%x, %y) {axis = 1 : si64} : (tensor<?x4x6xf16>, tensor<?x2x6xf16>) -> tensor<?x6x6xf16>
  %1:2 = "onnx.SplitV11"(%0) {axis = 1 : si64, split = [5, 1]} : (tensor<?x6x6xf16>) -> (tensor<?x5x6xf16>, tensor<?x1x6xf16>)
  "nn.c"(%1#0, %1#1) : (tensor<?x5x6xf16>, tensor<?x1x6xf16>) -> ()
  return
}
