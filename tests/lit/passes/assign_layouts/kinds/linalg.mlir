// The network of onnx.mlir in named ops of linalg, whose names state the dims: here N, H, W, C.
// RUN: layoutc %s --passes=assign-layouts --target=arm_ml_engine --stats --emit=none 2>&1 | FileCheck %S/Inputs/costs.txt --check-prefix=ARM_ML_ENGINE
// RUN: layoutc %s --passes=assign-layouts --target=channels_last --stats --emit=none 2>&1 | FileCheck %S/Inputs/costs.txt --check-prefix=CHANNELS_LAST
// RUN: layoutc %s --passes=assign-layouts --target=vpux_like --stats --emit=none 2>&1 | FileCheck %S/Inputs/costs.txt --check-prefix=VPUX_LIKE
// RUN: layoutc %s --passes=assign-layouts --target=npu37xx --stats --emit=none 2>&1 | FileCheck %S/Inputs/costs.txt --check-prefix=NPU37XX
// RUN: layoutc %s --passes=assign-layouts --target=channels_last | FileCheck %s

// The inputs and outputs are physically N, C, H, W.
#nchw = affine_map<(n, h, w, c) -> (n, c, h, w)>

// CHECK: layout.reorder %x
// CHECK: "linalg.conv_2d_nhwc_hwcf"
// CHECK: : (tensor<1x8x8x16xf16, {order = #NCHW}>, tensor<3x3x16x16xf16, {order = affine_map<(d0, d1, d2, d3) -> (d3, d0, d1, d2)>}>, tensor<1x8x8x16xf16, {order = #NCHW}>) -> tensor<1x8x8x16xf16, {order = #NCHW}>
// CHECK: "linalg.exp"
// CHECK: : (tensor<1x8x8x16xf16, {order = #NCHW}>, tensor<1x8x8x16xf16, {order = #NCHW}>)
// CHECK: "linalg.add"
// CHECK: : (tensor<1x8x8x16xf16, {order = #NCHW}>, tensor<1x8x8x16xf16, {order = #NCHW}>, tensor<1x8x8x16xf16, {order = #NCHW}>)
// CHECK: "linalg.pooling_nhwc_max"
// CHECK: : (tensor<1x8x8x16xf16, {order = #NCHW}>, {{.+}}) -> tensor<1x4x4x16xf16, {order = #NCHW}>
func.func @net(%x: tensor<1x8x8x16xf16, {order = #nchw}>, %w1: tensor<3x3x16x16xf16> {layout.constant}, %w2: tensor<3x3x16x16xf16> {layout.constant}) -> tensor<1x4x4x16xf16, {order = #nchw}> {
  %e = tensor.empty() : tensor<1x8x8x16xf16>
  %p = tensor.empty() : tensor<1x4x4x16xf16>
  %k = tensor.empty() : tensor<2x2xf16>
  %0 = "linalg.conv_2d_nhwc_hwcf"(%x, %w1, %e) <{dilations = dense<1> : tensor<2xi64>, operandSegmentSizes = array<i32: 2, 1>}> ({
  ^bb0(%a0: f16, %a1: f16, %a2: f16):
    "linalg.yield"(%a0) : (f16) -> ()
  }) : (tensor<1x8x8x16xf16, {order = #nchw}>, tensor<3x3x16x16xf16>, tensor<1x8x8x16xf16>) -> tensor<1x8x8x16xf16>
  %1 = "linalg.exp"(%0, %e) <{operandSegmentSizes = array<i32: 1, 1>}> ({
  ^bb0(%a0: f16, %a1: f16):
    "linalg.yield"(%a0) : (f16) -> ()
  }) : (tensor<1x8x8x16xf16>, tensor<1x8x8x16xf16>) -> tensor<1x8x8x16xf16>
  %2 = "linalg.conv_2d_nhwc_hwcf"(%1, %w2, %e) <{dilations = dense<1> : tensor<2xi64>, operandSegmentSizes = array<i32: 2, 1>}> ({
  ^bb0(%a0: f16, %a1: f16, %a2: f16):
    "linalg.yield"(%a0) : (f16) -> ()
  }) : (tensor<1x8x8x16xf16>, tensor<3x3x16x16xf16>, tensor<1x8x8x16xf16>) -> tensor<1x8x8x16xf16>
  %3 = "linalg.add"(%2, %1, %e) <{operandSegmentSizes = array<i32: 2, 1>}> ({
  ^bb0(%a0: f16, %a1: f16, %a2: f16):
    "linalg.yield"(%a0) : (f16) -> ()
  }) : (tensor<1x8x8x16xf16>, tensor<1x8x8x16xf16>, tensor<1x8x8x16xf16>) -> tensor<1x8x8x16xf16>
  %4 = "linalg.pooling_nhwc_max"(%3, %k, %p) <{dilations = dense<1> : tensor<2xi64>, operandSegmentSizes = array<i32: 2, 1>}> ({
  ^bb0(%a0: f16, %a1: f16, %a2: f16):
    "linalg.yield"(%a0) : (f16) -> ()
  }) : (tensor<1x8x8x16xf16>, tensor<2x2xf16>, tensor<1x4x4x16xf16>) -> tensor<1x4x4x16xf16>
  %5 = layout.reorder %4 : tensor<1x4x4x16xf16> -> tensor<1x4x4x16xf16, {order = #nchw}>
  return %5 : tensor<1x4x4x16xf16, {order = #nchw}>
}
