// RUN: layoutc %s --target=npu --passes=assign-layouts | FileCheck %s

// The destination has the layout of the result, and an empty tensor needs no reorder for it.
// CHECK: %e = tensor.empty() : tensor<1x4x4x16xf16, {order = #NHWC}>
// CHECK: %0 = "linalg.conv_2d_nhwc_hwcf"({{%[0-9]+}}, %w, %e)
// CHECK: : (tensor<1x4x4x8xf16, {order = #NHWC}>, tensor<1x1x8x16xf16>, tensor<1x4x4x16xf16, {order = #NHWC}>) -> tensor<1x4x4x16xf16, {order = #NHWC}>
layout.target @npu {
  layout.rule "linalg.conv_2d_nhwc_hwcf" [#layout.choice<(NHWC, any, any) -> NHWC>]
}
func.func @f(%x: tensor<1x4x4x8xf16>, %w: tensor<1x1x8x16xf16>) -> tensor<1x4x4x16xf16> {
  %e = tensor.empty() : tensor<1x4x4x16xf16>
  %0 = "linalg.conv_2d_nhwc_hwcf"(%x, %w, %e) ({
  ^bb0(%a: f16, %b: f16, %c: f16):
    "linalg.yield"(%c) : (f16) -> ()
  }) {operandSegmentSizes = array<i32: 2, 1>, strides = dense<1> : tensor<2xi64>} : (tensor<1x4x4x8xf16>, tensor<1x1x8x16xf16>, tensor<1x4x4x16xf16>) -> tensor<1x4x4x16xf16>
  return %0 : tensor<1x4x4x16xf16>
}
