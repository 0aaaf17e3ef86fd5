// RUN: layoutc %s --passes=assign-layouts --target=npu | FileCheck %s
// RUN: layoutc %s --passes=assign-layouts,assign-layouts --target=npu | FileCheck %s
// RUN: layoutc %s --passes=assign-layouts --target=npu --stats --emit=none 2>&1 | FileCheck %s --check-prefix=STATS

// STATS-DAG: 0 assign-layouts (1): gap (bytes)

layout.target @npu {
  layout.rule "onnx.Conv" [#layout.choice<(NHWC, any...) -> NHWC, reqs = [#layout.reqs<m2: aligned<16 bytes>>, any, any]>]
  layout.rule "onnx.Gemm" [#layout.choice<(any, any) -> row_major, cost = 1000000>, #layout.choice<(NC, NC) -> NC>]
  layout.rule "onnx.Relu" [#layout.choice<same>]
  layout.rule "onnx.Add" [#layout.choice<same>]
}

// The signature stays; what is between is NHWC, and the value that two ops read is reordered once.
// CHECK-LABEL: func.func @block(%x: tensor<1x8x4x4xf16>, %w: tensor<8x8x1x1xf16>) -> tensor<1x8x4x4xf16>
// CHECK-NEXT: %[[X:.+]] = layout.reorder %x : tensor<1x8x4x4xf16> -> tensor<1x8x4x4xf16, {order = #NHWC}>
// CHECK-NEXT: %0 = "onnx.Conv"(%[[X]], %w) {layout.reqs = [#layout.reqs<m2: aligned<16 bytes>>, unit, unit]}
// CHECK-NEXT: %1 = "onnx.Relu"(%0)
// CHECK-NEXT: %2 = "onnx.Conv"(%[[X]], %w)
// CHECK-NEXT: %3 = "onnx.Add"(%1, %2)
// CHECK-NEXT: %[[R:.+]] = layout.reorder %3 : tensor<1x8x4x4xf16, {order = #NHWC}> -> tensor<1x8x4x4xf16>
// CHECK-NEXT: return %[[R]] : tensor<1x8x4x4xf16>
func.func @block(%x: tensor<1x8x4x4xf16>, %w: tensor<8x8x1x1xf16>) -> tensor<1x8x4x4xf16> {
  %0 = "onnx.Conv"(%x, %w) : (tensor<1x8x4x4xf16>, tensor<8x8x1x1xf16>) -> tensor<1x8x4x4xf16>
  %1 = "onnx.Relu"(%0) : (tensor<1x8x4x4xf16>) -> tensor<1x8x4x4xf16>
  %2 = "onnx.Conv"(%x, %w) : (tensor<1x8x4x4xf16>, tensor<8x8x1x1xf16>) -> tensor<1x8x4x4xf16>
  %3 = "onnx.Add"(%1, %2) : (tensor<1x8x4x4xf16>, tensor<1x8x4x4xf16>) -> tensor<1x8x4x4xf16>
  return %3 : tensor<1x8x4x4xf16>
}

// With one channel NHWC is NCHW: a view.
// CHECK-LABEL: func.func @one_channel
// CHECK-NEXT: layout.view %x
// CHECK-NEXT: "onnx.Conv"
// CHECK-NOT: layout.reorder
// CHECK: return
func.func @one_channel(%x: tensor<1x1x4x4xf16>, %w: tensor<1x1x1x1xf16>) -> tensor<1x1x4x4xf16> {
  %0 = "onnx.Conv"(%x, %w) : (tensor<1x1x4x4xf16>, tensor<1x1x1x1xf16>) -> tensor<1x1x4x4xf16>
  return %0 : tensor<1x1x4x4xf16>
}

// A transpose that takes the permuted order moves nothing; here it is the reorder.
// CHECK-LABEL: func.func @transposed
// CHECK-NEXT: %0 = "onnx.Transpose"(%x) {perm = [0, 3, 1, 2]} : (tensor<1x4x4x8xf16>) -> tensor<1x8x4x4xf16, {order = #NHWC}>
// CHECK-NEXT: %1 = "onnx.Conv"(%0, %w)
// CHECK-NEXT: %2 = "onnx.Transpose"(%1) {perm = [0, 2, 3, 1]} : (tensor<1x8x4x4xf16, {order = #NHWC}>) -> tensor<1x4x4x8xf16>
// CHECK-NEXT: return %2
func.func @transposed(%x: tensor<1x4x4x8xf16>, %w: tensor<8x8x1x1xf16>) -> tensor<1x4x4x8xf16> {
  %0 = "onnx.Transpose"(%x) {perm = [0, 3, 1, 2]} : (tensor<1x4x4x8xf16>) -> tensor<1x8x4x4xf16>
  %1 = "onnx.Conv"(%0, %w) : (tensor<1x8x4x4xf16>, tensor<8x8x1x1xf16>) -> tensor<1x8x4x4xf16>
  %2 = "onnx.Transpose"(%1) {perm = [0, 2, 3, 1]} : (tensor<1x8x4x4xf16>) -> tensor<1x4x4x8xf16>
  return %2 : tensor<1x4x4x8xf16>
}

// ShuffleNet's channels: between row-major ends a reshape, a transpose and a reshape cost one reorder.
// CHECK-LABEL: func.func @shuffle
// CHECK-COUNT-1: layout.reorder
// CHECK-NOT: layout.reorder
// CHECK: return
func.func @shuffle(%x: tensor<1x6x4x4xf16>) -> tensor<1x6x4x4xf16> {
  %s = "onnx.Constant"() {value = dense<[1, 2, 3, 4, 4]> : tensor<5xi64>} : () -> tensor<5xi64>
  %0 = "onnx.Reshape"(%x, %s) : (tensor<1x6x4x4xf16>, tensor<5xi64>) -> tensor<1x2x3x4x4xf16>
  %1 = "onnx.Transpose"(%0) {perm = [0, 2, 1, 3, 4]} : (tensor<1x2x3x4x4xf16>) -> tensor<1x3x2x4x4xf16>
  %t = "onnx.Constant"() {value = dense<[1, 6, 4, 4]> : tensor<4xi64>} : () -> tensor<4xi64>
  %2 = "onnx.Reshape"(%1, %t) : (tensor<1x3x2x4x4xf16>, tensor<4xi64>) -> tensor<1x6x4x4xf16>
  return %2 : tensor<1x6x4x4xf16>
}

// A constant is written in the layouts that it is read in. A choice that costs nothing beats one that costs much.
// CHECK-LABEL: func.func @constants
// CHECK-NEXT: %c = "onnx.Constant"() {value = dense<1.000000e+00> : tensor<1x8x4x4xf16, {order = #NHWC}>}
// CHECK-NOT: layout.reorder
// CHECK: %[[B:.+]] = layout.reorder %b : tensor<4x6xf16, {order = #CN}> -> tensor<4x6xf16, {order = #NC}>
// CHECK: "onnx.Gemm"(%a, %[[B]])
func.func @constants(%a: tensor<4x6xf16>, %w: tensor<8x8x1x1xf16>) -> tensor<4x6xf16> {
  %c = "onnx.Constant"() {value = dense<1.0> : tensor<1x8x4x4xf16>} : () -> tensor<1x8x4x4xf16>
  %0 = "onnx.Conv"(%c, %w) : (tensor<1x8x4x4xf16>, tensor<8x8x1x1xf16>) -> tensor<1x8x4x4xf16>
  %b = "test.make"() {layout.choices = [#layout.choice<() -> CN>]} : () -> tensor<4x6xf16>
  %g = "onnx.Gemm"(%a, %b) : (tensor<4x6xf16>, tensor<4x6xf16>) -> tensor<4x6xf16>
  return %g : tensor<4x6xf16>
}

// What control flow hands on has one layout; inside the loop nothing is reordered.
// CHECK-LABEL: func.func @loop
// CHECK: layout.reorder %x
// CHECK: scf.for
// CHECK-NOT: layout.reorder
// CHECK: scf.yield
// CHECK: layout.reorder
// CHECK: return
func.func @loop(%x: tensor<1x8x4x4xf16>, %w: tensor<8x8x1x1xf16>, %n: index) -> tensor<1x8x4x4xf16> {
  %r = "scf.for"(%n, %n, %n, %x) ({
  ^bb0(%i: index, %v: tensor<1x8x4x4xf16>):
    %0 = "onnx.Conv"(%v, %w) : (tensor<1x8x4x4xf16>, tensor<8x8x1x1xf16>) -> tensor<1x8x4x4xf16>
    "scf.yield"(%0) : (tensor<1x8x4x4xf16>) -> ()
  }) : (index, index, index, tensor<1x8x4x4xf16>) -> tensor<1x8x4x4xf16>
  return %r : tensor<1x8x4x4xf16>
}
