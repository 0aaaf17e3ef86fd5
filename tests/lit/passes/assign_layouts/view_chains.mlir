// RUN: layoutc %s --passes=assign-layouts --stats 2>&1 | FileCheck %s

// No order of the merged batch and heads is the memory of the keys, which are written beside the sequence. The reshape
// merges what the last one splits, so the chain is one transpose, and its constants are unused.
// CHECK-LABEL: func.func @keys
// CHECK: %[[K:.*]] = "nn.keys"
// CHECK-NOT: onnx.Reshape
// CHECK: %y = "onnx.Transpose"(%[[K]]) {perm = [0, 1, 3, 2]} : (tensor<2x4x8x6xf16, {order = #NHCW}>) -> tensor<2x4x6x8xf16, {order = #NWCH}>
// CHECK-NEXT: "nn.scores"(%y)
func.func @keys(%x: tensor<2x8x4x6xf16>) -> tensor<2x4x6x8xf16> {
  %k = "nn.keys"(%x) {layout.choices = [#layout.choice<(row_major) -> NHCW>]} : (tensor<2x8x4x6xf16>) -> tensor<2x4x8x6xf16>
  %s = "onnx.Constant"() {value = dense<[-1, 8, 6]> : tensor<3xi64>} : () -> tensor<3xi64>
  %m = "onnx.Reshape"(%k, %s) : (tensor<2x4x8x6xf16>, tensor<3xi64>) -> tensor<8x8x6xf16>
  %t = "onnx.Transpose"(%m) {perm = [0, 2, 1]} : (tensor<8x8x6xf16>) -> tensor<8x6x8xf16>
  %u = "onnx.Constant"() {value = dense<[2, 4, 6, 8]> : tensor<4xi64>} : () -> tensor<4xi64>
  %y = "onnx.Reshape"(%t, %u) : (tensor<8x6x8xf16>, tensor<4xi64>) -> tensor<2x4x6x8xf16>
  %z = "nn.scores"(%y) {layout.choices = [#layout.choice<(NWCH) -> row_major>]} : (tensor<2x4x6x8xf16>) -> tensor<2x4x6x8xf16>
  return %z : tensor<2x4x6x8xf16>
}

// A value inside with another user, or with a layout of its own, remains.
// CHECK-LABEL: func.func @kept
// CHECK: "onnx.Reshape"
// CHECK: "onnx.Transpose"
// CHECK: "onnx.Reshape"
func.func @kept(%k: tensor<2x4x8x6xf16>) -> (tensor<2x4x6x8xf16>, tensor<8x8x6xf16>) {
  %s = "onnx.Constant"() {value = dense<[8, 8, 6]> : tensor<3xi64>} : () -> tensor<3xi64>
  %m = "onnx.Reshape"(%k, %s) : (tensor<2x4x8x6xf16>, tensor<3xi64>) -> tensor<8x8x6xf16>
  %t = "onnx.Transpose"(%m) {perm = [0, 2, 1]} : (tensor<8x8x6xf16>) -> tensor<8x6x8xf16>
  %u = "onnx.Constant"() {value = dense<[2, 4, 6, 8]> : tensor<4xi64>} : () -> tensor<4xi64>
  %y = "onnx.Reshape"(%t, %u) : (tensor<8x6x8xf16>, tensor<4xi64>) -> tensor<2x4x6x8xf16>
  return %y, %m : tensor<2x4x6x8xf16>, tensor<8x8x6xf16>
}

// CHECK: 1  assign-layouts (1): chains of views rewritten
