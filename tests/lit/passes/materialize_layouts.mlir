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
// STATS: 6  materialize-layouts (2): reorders before
// STATS: 5  materialize-layouts (2): transposes after
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

// A product of two matrices reads them transposed as a Gemm. One of more dims, or of integers, keeps its operands.
// CHECK-LABEL: func.func @products
// CHECK-NEXT: %[[T:.*]] = "onnx.Transpose"(%i) {perm = [1, 0]} : (tensor<8x4xi32>) -> tensor<4x8xi32>
// CHECK-NOT: onnx.Transpose
// CHECK: "onnx.Gemm"(%a, %b) {transA = 1 : i64, transB = 1 : i64} : (tensor<8x4xf32>, tensor<6x8xf32>) -> tensor<4x6xf32>
// CHECK-NOT: onnx.Transpose
// CHECK: "onnx.MatMul"(%[[T]], %j) : (tensor<4x8xi32>, tensor<8x6xi32>) -> tensor<4x6xi32>
func.func @products(%a: tensor<8x4xf32>, %b: tensor<6x8xf32>, %i: tensor<8x4xi32>, %j: tensor<8x6xi32>) -> (tensor<4x6xf32>, tensor<4x6xi32>) {
  %0 = "onnx.Transpose"(%a) {perm = [1, 0]} : (tensor<8x4xf32>) -> tensor<4x8xf32>
  %1 = "onnx.Transpose"(%b) {perm = [1, 0]} : (tensor<6x8xf32>) -> tensor<8x6xf32>
  %2 = "onnx.MatMul"(%0, %1) {layout.choices = [#layout.choice<(CN, CN) -> row_major>]} : (tensor<4x8xf32>, tensor<8x6xf32>) -> tensor<4x6xf32>
  %3 = "onnx.Transpose"(%i) {perm = [1, 0]} : (tensor<8x4xi32>) -> tensor<4x8xi32>
  %4 = "onnx.MatMul"(%3, %j) {layout.choices = [#layout.choice<(CN, row_major) -> row_major>]} : (tensor<4x8xi32>, tensor<8x6xi32>) -> tensor<4x6xi32>
  return %2, %4 : tensor<4x6xf32>, tensor<4x6xi32>
}

// The channels of a batch normalization are dim 1, and the others have any order.
// CHECK-LABEL: func.func @normalized
// CHECK-NOT: onnx.Transpose
// CHECK: "onnx.BatchNormalization"(%x, {{.*}} : (tensor<2x3x5x4xf32>, {{.*}} -> tensor<2x3x5x4xf32>
// CHECK-NOT: onnx.Transpose
// CHECK: return
func.func @normalized(%x: tensor<2x3x5x4xf32>, %s: tensor<3xf32>) -> tensor<2x3x5x4xf32> {
  %0 = "onnx.Transpose"(%x) {perm = [0, 1, 3, 2]} : (tensor<2x3x5x4xf32>) -> tensor<2x3x4x5xf32>
  %1 = "onnx.BatchNormalization"(%0, %s, %s, %s, %s) {layout.choices = [#layout.choice<(same, any...) -> same>]} : (tensor<2x3x4x5xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3x4x5xf32>
  %2 = "onnx.Transpose"(%1) {perm = [0, 1, 3, 2]} : (tensor<2x3x4x5xf32>) -> tensor<2x3x5x4xf32>
  return %2 : tensor<2x3x5x4xf32>
}

// An operand that broadcasts has the last dims of the result, so other dims cannot follow these.
// CHECK-LABEL: func.func @broadcast
// CHECK: "onnx.Mul"({{.*}}) : (tensor<3x4x5xf32>, tensor<5xf32>) -> tensor<3x4x5xf32>
// CHECK: "onnx.Mul"({{.*}}) : (tensor<4x3x5xf32>, tensor<5xf32>) -> tensor<4x3x5xf32>
func.func @broadcast(%x: tensor<3x4x5xf32>, %y: tensor<5xf32>) -> (tensor<3x4x5xf32>, tensor<3x4x5xf32>) {
  %0 = "onnx.Mul"(%x, %y) {layout.choices = [#layout.choice<(affine_map<(a, b, c) -> (c, a, b)>, any) -> affine_map<(a, b, c) -> (c, a, b)>>]} : (tensor<3x4x5xf32>, tensor<5xf32>) -> tensor<3x4x5xf32>
  %1 = "onnx.Mul"(%x, %y) {layout.choices = [#layout.choice<(affine_map<(a, b, c) -> (b, a, c)>, any) -> affine_map<(a, b, c) -> (b, a, c)>>]} : (tensor<3x4x5xf32>, tensor<5xf32>) -> tensor<3x4x5xf32>
  return %0, %1 : tensor<3x4x5xf32>, tensor<3x4x5xf32>
}
