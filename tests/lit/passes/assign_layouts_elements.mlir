// RUN: layoutc %s --passes=assign-layouts --target=npu | FileCheck %s
// RUN: layoutc %s --passes=assign-layouts --emit=none

// A constant that is converted keeps its elements, in any form, with the new type, also where only the spelling of
// a type changes: without a target, all values are row major.

// CHECK: layout.target
layout.target @npu {} {
  layout.rule "test.conv" [#layout.choice<(NHWC, NHWC, NHWC) -> NHWC>]
}

// CHECK: %[[A:.*]] = arith.constant sparse<{{.*}}> : tensor<1x2x3x4xf32, {order = #NHWC}>
// CHECK: %[[B:.*]] = arith.constant dense_resource<weights> : tensor<1x2x3x4xf32, {order = #NHWC}>
// CHECK: %[[C:.*]] = arith.constant dense<{{.*}}> : tensor<1x2x3x4xf32, {order = #NHWC}>
// CHECK: "test.conv"(%[[A]], %[[B]], %[[C]])
func.func @f() -> (tensor<1x2x3x4xf32> {layout.any}) {
  %a = arith.constant sparse<[[0, 1, 2, 3]], [1.0]> : tensor<1x2x3x4xf32>
  %b = arith.constant dense_resource<weights> : tensor<1x2x3x4xf32>
  %c = arith.constant dense<2.0> : tensor<1x2x3x4xf32>
  %y = "test.conv"(%a, %b, %c) : (tensor<1x2x3x4xf32>, tensor<1x2x3x4xf32>, tensor<1x2x3x4xf32>) -> tensor<1x2x3x4xf32>
  return %y : tensor<1x2x3x4xf32>
}
