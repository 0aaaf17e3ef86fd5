// RUN: layoutc %s --assign-layouts | FileCheck %s
// RUN: layoutc %s --emit=generic | layoutc --assign-layouts | FileCheck %s

module attributes {layout.target = @engine} {
layout.target @engine {limits = {maxTensorDimensionCount = 6 : i64}} {
  layout.rule "npu.conv" [#layout.choice<(NHWC) -> NHWC>]
  layout.rule "*" [#layout.choice<same>]
}
// A carried value has one type in both regions, before the loop and after it.
// CHECK-LABEL: func.func @f
// CHECK: %0 = tosa.while_loop (%a = %{{.*}}) : (tensor<1x8x4x4xf32, {order = #NHWC}>) -> tensor<1x8x4x4xf32, {order = #NHWC}> {
// CHECK-NEXT: tosa.yield %c : tensor<i1>
// CHECK-NEXT: } do {
// CHECK-NEXT: ^bb0(%b: tensor<1x8x4x4xf32, {order = #NHWC}>):
// CHECK-NEXT: "npu.conv"(%b) : (tensor<1x8x4x4xf32, {order = #NHWC}>) -> tensor<1x8x4x4xf32, {order = #NHWC}>
func.func @f(%c: tensor<i1>, %x: tensor<1x8x4x4xf32>) -> tensor<1x8x4x4xf32> {
  %0 = "tosa.while_loop"(%x) ({
  ^bb0(%a: tensor<1x8x4x4xf32>):
    tosa.yield %c : tensor<i1>
  }, {
  ^bb0(%b: tensor<1x8x4x4xf32>):
    %1 = "npu.conv"(%b) : (tensor<1x8x4x4xf32>) -> tensor<1x8x4x4xf32>
    tosa.yield %1 : tensor<1x8x4x4xf32>
  }) : (tensor<1x8x4x4xf32>) -> tensor<1x8x4x4xf32>
  return %0 : tensor<1x8x4x4xf32>
}
}
