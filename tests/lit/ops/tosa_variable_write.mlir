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
// CHECK: %[[V:.*]] = layout.reorder %0 : tensor<1x8x4x4xf32, {order = #NHWC}> -> tensor<1x8x4x4xf32, {order = #NCHW}>
// CHECK-NEXT: tosa.variable_write @state, %[[V]] : tensor<1x8x4x4xf32, {order = #NCHW}>
func.func @f(%x: tensor<1x8x4x4xf32>) {
  %0 = "npu.conv"(%x) : (tensor<1x8x4x4xf32>) -> tensor<1x8x4x4xf32>
  tosa.variable_write @state, %0 : tensor<1x8x4x4xf32>
  return
}
// CHECK-LABEL: func.func @before_1_0
// CHECK: %[[V:.*]] = layout.reorder %0 :
// CHECK-NEXT: tosa.variable.write @state, %[[V]] : tensor<1x8x4x4xf32, {order = #NCHW}>
func.func @before_1_0(%x: tensor<1x8x4x4xf32>) {
  %0 = "npu.conv"(%x) : (tensor<1x8x4x4xf32>) -> tensor<1x8x4x4xf32>
  tosa.variable.write @state, %0 : tensor<1x8x4x4xf32>
  return
}
}
