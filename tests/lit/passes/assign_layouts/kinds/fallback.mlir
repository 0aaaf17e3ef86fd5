// An elementwise op without a rule has one layout; another op without a rule is row major. Declared types are kept.
// RUN: layoutc %s --passes=assign-layouts --target=npu | FileCheck %s
// RUN: layoutc %s --passes=assign-layouts --target=npu --verify-diagnostics --emit=none

layout.target @npu {
  layout.rule "nn.conv" [#layout.choice<(NHWC) -> NHWC>]
}

// CHECK-LABEL: func.func @same
func.func @same(%x: tensor<1x8x4x4xf16>) -> tensor<1x8x4x4xf16> {
  // CHECK-NEXT: layout.reorder %x
  // CHECK-NEXT: %0 = "nn.conv"
  %0 = "nn.conv"(%x) : (tensor<1x8x4x4xf16>) -> tensor<1x8x4x4xf16>
  // CHECK-NEXT: %1 = "onnx.Exp"(%0) : (tensor<1x8x4x4xf16, {order = #NHWC}>) -> tensor<1x8x4x4xf16, {order = #NHWC}>
  %1 = "onnx.Exp"(%0) : (tensor<1x8x4x4xf16>) -> tensor<1x8x4x4xf16>
  // CHECK-NEXT: %2 = "nn.conv"(%1)
  %2 = "nn.conv"(%1) : (tensor<1x8x4x4xf16>) -> tensor<1x8x4x4xf16>
  // CHECK-NEXT: %[[ROW:.+]] = layout.reorder %2
  // CHECK-NEXT: "onnx.Softmax"(%[[ROW]]) : (tensor<1x8x4x4xf16>) -> tensor<1x8x4x4xf16>
  // expected-remark@+1 {{1 op `onnx.Softmax` fell back to row major: target `@npu` has no rule for this name}}
  %3 = "onnx.Softmax"(%2) : (tensor<1x8x4x4xf16>) -> tensor<1x8x4x4xf16>
  return %3 : tensor<1x8x4x4xf16>
}

// The result has the declared order of the operand.
// CHECK-LABEL: func.func @declared
func.func @declared(%x: tensor<1x8x4x4xf16, {order = #layout.order<NHWC>}>, %y: tensor<1x8x4x4xf16, {order = #layout.order<NHWC>}>) {
  // CHECK-NEXT: "onnx.Add"(%x, %y) : (tensor<1x8x4x4xf16, {order = #NHWC}>, tensor<1x8x4x4xf16, {order = #NHWC}>) -> tensor<1x8x4x4xf16, {order = #NHWC}>
  %0 = "onnx.Add"(%x, %y) : (tensor<1x8x4x4xf16, {order = #layout.order<NHWC>}>, tensor<1x8x4x4xf16, {order = #layout.order<NHWC>}>) -> tensor<1x8x4x4xf16>
  return
}

// CHECK-LABEL: func.func @pool
func.func @pool(%x: tensor<1x8x4x4xf16>) -> tensor<1x8x2x2xf16> {
  // expected-remark@+1 {{1 op `onnx.MaxPoolSingleOut` fell back to row major: target `@npu` has no rule for this name or for its kind, `pool`}}
  %0 = "onnx.MaxPoolSingleOut"(%x) : (tensor<1x8x4x4xf16>) -> tensor<1x8x2x2xf16>
  return %0 : tensor<1x8x2x2xf16>
}
