// RUN: layoutc %s --passes=assign-layouts --target=t --stats --emit=none 2>&1 | FileCheck %s --check-prefix=STATS
// RUN: layoutc %s --passes=assign-layouts --target=t | FileCheck %s

// A value that ops without side effects compute from constants alone is a constant, folded or not.
// STATS: 2304  assign-layouts (1): cost (bytes)
// STATS: 2304  assign-layouts (1): lower bound (bytes)
// STATS: 1  assign-layouts (1): reorders
// STATS: 2304  assign-layouts (1): bytes that reorders read and write
// STATS: 4  assign-layouts (1): constants copied to another layout

layout.target @t {features = {tensorNonPacked = true}} {
  layout.rule "onnx.Conv" [#layout.choice<(NHWC, NHWC, any...) -> NHWC>]
  layout.rule "linalg.generic" [#layout.choice<(row_major...) -> row_major...>]
}

// CHECK-LABEL: @dequantized
// CHECK: %[[D:.*]] = layout.reorder %d : {{.*}} -> tensor<8x8x3x3xf32, {order = #NHWC}>
// CHECK: "onnx.Conv"(%x, %[[D]])
func.func @dequantized(%x: tensor<1x8x4x4xf32> {layout.any}, %w: tensor<8x8x3x3xi8> {layout.constant}, %s: tensor<f32> {layout.constant}) -> (tensor<1x8x2x2xf32> {layout.any}) {
  %d = "onnx.DequantizeLinear"(%w, %s) : (tensor<8x8x3x3xi8>, tensor<f32>) -> tensor<8x8x3x3xf32>
  %0 = "onnx.Conv"(%x, %d) : (tensor<1x8x4x4xf32>, tensor<8x8x3x3xf32>) -> tensor<1x8x2x2xf32>
  return %0 : tensor<1x8x2x2xf32>
}

// An absent operand is a constant, and a view of constants is one.
// CHECK-LABEL: @clipped
// CHECK: %[[N:.*]] = layout.reorder %2
// CHECK: "onnx.Conv"(%x, %[[N]])
func.func @clipped(%x: tensor<1x8x4x4xf32> {layout.any}) -> (tensor<1x8x2x2xf32> {layout.any}) {
  %c = "onnx.Constant"() {value = dense<1.0> : tensor<8x3x3x8xf32>} : () -> tensor<8x3x3x8xf32>
  %none = "onnx.NoValue"() {value} : () -> none
  %0 = "onnx.Clip"(%c, %none, %none) : (tensor<8x3x3x8xf32>, none, none) -> tensor<8x3x3x8xf32>
  %1 = "onnx.Transpose"(%0) {perm = [0, 3, 1, 2]} : (tensor<8x3x3x8xf32>) -> tensor<8x8x3x3xf32>
  %2 = "onnx.Neg"(%1) : (tensor<8x8x3x3xf32>) -> tensor<8x8x3x3xf32>
  %3 = "onnx.Conv"(%x, %2) : (tensor<1x8x4x4xf32>, tensor<8x8x3x3xf32>) -> tensor<1x8x2x2xf32>
  return %3 : tensor<1x8x2x2xf32>
}

// The regions of an op capture constants alone.
// CHECK-LABEL: @regions
// CHECK: %[[I:.*]] = layout.reorder %i
// CHECK: "onnx.Conv"(%x, %[[I]])
func.func @regions(%x: tensor<1x8x4x4xf32> {layout.any}, %w: tensor<8x8x3x3xf32> {layout.constant}, %c: i1 {layout.constant}) -> (tensor<1x8x2x2xf32> {layout.any}) {
  %e = tensor.empty() : tensor<8x8x3x3xf32>
  %g = "linalg.generic"(%w, %e) <{indexing_maps = [affine_map<(a, b, c, d) -> (a, b, c, d)>, affine_map<(a, b, c, d) -> (a, b, c, d)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
  ^bb0(%a: f32, %b: f32):
    %n = arith.negf %a : f32
    "linalg.yield"(%n) : (f32) -> ()
  }) : (tensor<8x8x3x3xf32>, tensor<8x8x3x3xf32>) -> tensor<8x8x3x3xf32>
  %i = scf.if %c -> tensor<8x8x3x3xf32> {
    scf.yield %g : tensor<8x8x3x3xf32>
  } else {
    scf.yield %w : tensor<8x8x3x3xf32>
  }
  %0 = "onnx.Conv"(%x, %i) : (tensor<1x8x4x4xf32>, tensor<8x8x3x3xf32>) -> tensor<1x8x2x2xf32>
  return %0 : tensor<1x8x2x2xf32>
}

// Random numbers are drawn at each execution, an unknown op may have side effects, and the condition is unknown here.
// CHECK-LABEL: @executed
// CHECK: layout.reorder %i
// CHECK-NOT: layout.reorder
func.func @executed(%x: tensor<1x8x4x4xf32> {layout.any}, %w: tensor<4x8x3x3xf32> {layout.constant}, %c: i1) -> (tensor<1x4x2x2xf32> {layout.any}) {
  %i = scf.if %c -> tensor<4x8x3x3xf32> {
    scf.yield %w : tensor<4x8x3x3xf32>
  } else {
    %r = "onnx.RandomNormalLike"(%w) : (tensor<4x8x3x3xf32>) -> tensor<4x8x3x3xf32>
    scf.yield %r : tensor<4x8x3x3xf32>
  }
  %0 = "onnx.Conv"(%x, %i) : (tensor<1x8x4x4xf32>, tensor<4x8x3x3xf32>) -> tensor<1x4x2x2xf32>
  return %0 : tensor<1x4x2x2xf32>
}
