// RUN: layoutc %s --passes=assign-layouts,materialize-layouts --target=t --stats --diagnostics=short 2>%t.err | FileCheck %s
// RUN: FileCheck --input-file=%t.err --check-prefix=STATS %s
// RUN: layoutc %s | layoutc - | FileCheck %s --check-prefix=AS

// Layouts become shapes. The op that a choice names stands for the convolution; an unknown op keeps its logical shape.
// CHECK-DAG: %[[X:.*]] = "onnx.Transpose"(%x) {perm = [0, 2, 3, 1]} : (tensor<1x8x4x4xf32>) -> tensor<1x4x4x8xf32>
// CHECK-DAG: %[[W:.*]] = "onnx.Reshape"(%w, %{{.*}}) : (tensor<8x8x1x1xf32>, tensor<4xi64>) -> tensor<8x1x1x8xf32>
// CHECK: %[[C:.*]] = "com.example.NhwcConv"(%[[X]], %[[W]], %none) {channels_last = 1 : i64} : (tensor<1x4x4x8xf32>, tensor<8x1x1x8xf32>, none) -> tensor<1x4x4x8xf32>
// CHECK: %[[R:.*]] = "onnx.Relu"(%[[C]]) : (tensor<1x4x4x8xf32>) -> tensor<1x4x4x8xf32>
// CHECK: %[[Y:.*]] = "onnx.Transpose"(%[[R]]) {perm = [0, 3, 1, 2]} : (tensor<1x4x4x8xf32>) -> tensor<1x8x4x4xf32>
// CHECK: "t.unknown"(%[[Y]]) : (tensor<1x8x4x4xf32>) -> tensor<1x8x4x4xf32>
// STATS: 2  materialize-layouts (2): reorders before
// STATS: 2  materialize-layouts (2): transposes after
// AS: as = "com.example.NhwcConv" {channels_last = 1 : i64}>
layout.target @t {
  layout.rule "onnx.Conv" [#layout.choice<(NHWC, NHWC, any) -> NHWC, as = "com.example.NhwcConv" {channels_last = 1 : i64}>]
  layout.rule "onnx.Relu" [#layout.choice<same>]
}
func.func @main(%x: tensor<1x8x4x4xf32>, %w: tensor<8x8x1x1xf32> {layout.constant}) -> tensor<1x8x4x4xf32> {
  %none = "onnx.NoValue"() {value} : () -> none
  %0 = "onnx.Conv"(%x, %w, %none) : (tensor<1x8x4x4xf32>, tensor<8x8x1x1xf32>, none) -> tensor<1x8x4x4xf32>
  %1 = "onnx.Relu"(%0) : (tensor<1x8x4x4xf32>) -> tensor<1x8x4x4xf32>
  %2 = "t.unknown"(%1) : (tensor<1x8x4x4xf32>) -> tensor<1x8x4x4xf32>
  return %2 : tensor<1x8x4x4xf32>
}
