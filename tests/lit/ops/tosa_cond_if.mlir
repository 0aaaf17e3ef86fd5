// RUN: layoutc %s --assign-layouts | FileCheck %s
// RUN: layoutc %s --emit=generic | layoutc --assign-layouts | FileCheck %s

module attributes {layout.target = @engine} {
layout.target @engine {limits = {maxTensorDimensionCount = 6 : i64}} {
  layout.rule "npu.conv" [#layout.choice<(NHWC) -> NHWC>]
  layout.rule "*" [#layout.choice<same>]
}
// The inputs and the arguments of both regions have equal types, and so do the yielded values and the results.
// CHECK-LABEL: func.func @f
// CHECK: %1 = tosa.cond_if %c (%a = %0) : tensor<i1> (tensor<1x8x4x4xf32, {order = #NHWC}>) -> tensor<1x8x4x4xf32, {order = #NHWC}> {
// CHECK-NEXT: ^bb0(%a: tensor<1x8x4x4xf32, {order = #NHWC}>):
// CHECK-NEXT: tosa.yield %a : tensor<1x8x4x4xf32, {order = #NHWC}>
// CHECK-NEXT: } else {
// CHECK-NEXT: ^bb0(%b: tensor<1x8x4x4xf32, {order = #NHWC}>):
// CHECK-NEXT: %3 = tosa.abs %b : (tensor<1x8x4x4xf32, {order = #NHWC}>) -> tensor<1x8x4x4xf32, {order = #NHWC}>
func.func @f(%c: tensor<i1>, %x: tensor<1x8x4x4xf32>) -> tensor<1x8x4x4xf32> {
  %0 = "npu.conv"(%x) : (tensor<1x8x4x4xf32>) -> tensor<1x8x4x4xf32>
  %1 = "tosa.cond_if"(%c, %0) ({
  ^bb0(%a: tensor<1x8x4x4xf32>):
    tosa.yield %a : tensor<1x8x4x4xf32>
  }, {
  ^bb0(%b: tensor<1x8x4x4xf32>):
    %3 = tosa.abs %b : (tensor<1x8x4x4xf32>) -> tensor<1x8x4x4xf32>
    tosa.yield %3 : tensor<1x8x4x4xf32>
  }) : (tensor<i1>, tensor<1x8x4x4xf32>) -> tensor<1x8x4x4xf32>
  %2 = "npu.conv"(%1) : (tensor<1x8x4x4xf32>) -> tensor<1x8x4x4xf32>
  return %2 : tensor<1x8x4x4xf32>
}
}
