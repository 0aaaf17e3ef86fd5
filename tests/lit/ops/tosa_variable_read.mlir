// RUN: layoutc %s --assign-layouts | FileCheck %s
// RUN: layoutc %s --emit=generic | layoutc --assign-layouts | FileCheck %s

module attributes {layout.target = @engine} {
layout.target @engine {limits = {maxTensorDimensionCount = 6 : i64}} {
  layout.rule "npu.conv" [#layout.choice<(NHWC) -> NHWC>]
  layout.rule "*" [#layout.choice<same>]
}
tosa.variable @state : tensor<1x8x4x4xf32>
// All ops that access a variable agree on its layout, which is row major on every target.
// CHECK-LABEL: func.func @f
// CHECK: %0 = tosa.variable_read @state : tensor<1x8x4x4xf32, {order = #NCHW}>
// CHECK-NEXT: layout.reorder %0 : tensor<1x8x4x4xf32, {order = #NCHW}> -> tensor<1x8x4x4xf32, {order = #NHWC}>
func.func @f() {
  %0 = tosa.variable_read @state : tensor<1x8x4x4xf32>
  %1 = "npu.conv"(%0) : (tensor<1x8x4x4xf32>) -> tensor<1x8x4x4xf32>
  return
}
// CHECK-LABEL: func.func @before_1_0
// CHECK: %0 = tosa.variable.read @state : tensor<1x8x4x4xf32, {order = #NCHW}>
// CHECK-NEXT: layout.reorder %0 :
func.func @before_1_0() {
  %0 = tosa.variable.read @state : tensor<1x8x4x4xf32>
  %1 = "npu.conv"(%0) : (tensor<1x8x4x4xf32>) -> tensor<1x8x4x4xf32>
  return
}
}
