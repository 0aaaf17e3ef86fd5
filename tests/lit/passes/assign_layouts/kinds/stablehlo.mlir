// The network of onnx.mlir in StableHLO, whose attributes name the dims: here N, H, W, C.
// RUN: layoutc %s --passes=assign-layouts --target=arm_ml_engine --stats --emit=none 2>&1 | FileCheck %S/Inputs/costs.txt --check-prefix=ARM_ML_ENGINE
// RUN: layoutc %s --passes=assign-layouts --target=channels_last --stats --emit=none 2>&1 | FileCheck %S/Inputs/costs.txt --check-prefix=CHANNELS_LAST
// RUN: layoutc %s --passes=assign-layouts --target=vpux_like --stats --emit=none 2>&1 | FileCheck %S/Inputs/costs.txt --check-prefix=VPUX_LIKE
// RUN: layoutc %s --passes=assign-layouts --target=npu37xx --stats --emit=none 2>&1 | FileCheck %S/Inputs/costs.txt --check-prefix=NPU37XX
// RUN: layoutc %s --passes=assign-layouts --target=channels_last | FileCheck %s

// The inputs and outputs are physically N, C, H, W.
#nchw = affine_map<(n, h, w, c) -> (n, c, h, w)>

// The filter has the dims H, W, I, O: OYXI is another order.
// CHECK: layout.reorder %x
// CHECK: "stablehlo.convolution"{{.+}} : (tensor<1x8x8x16xf16, {order = #NCHW}>, tensor<3x3x16x16xf16, {order = affine_map<(d0, d1, d2, d3) -> (d3, d0, d1, d2)>}>) -> tensor<1x8x8x16xf16, {order = #NCHW}>
// CHECK: "stablehlo.exponential"({{.+}}) : (tensor<1x8x8x16xf16, {order = #NCHW}>)
// CHECK: "stablehlo.add"({{.+}}) : (tensor<1x8x8x16xf16, {order = #NCHW}>, tensor<1x8x8x16xf16, {order = #NCHW}>)
// CHECK: "stablehlo.reduce_window"
// CHECK: : (tensor<1x8x8x16xf16, {order = #NCHW}>, tensor<f16{{.*}}>) -> tensor<1x4x4x16xf16, {order = #NCHW}>
func.func @net(%x: tensor<1x8x8x16xf16, {order = #nchw}>, %w1: tensor<3x3x16x16xf16> {layout.constant}, %w2: tensor<3x3x16x16xf16> {layout.constant}) -> tensor<1x4x4x16xf16, {order = #nchw}> {
  %i = "stablehlo.constant"() <{value = dense<0xFC00> : tensor<f16>}> : () -> tensor<f16>
  %0 = "stablehlo.convolution"(%x, %w1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, padding = dense<1> : tensor<2x2xi64>}> : (tensor<1x8x8x16xf16, {order = #nchw}>, tensor<3x3x16x16xf16>) -> tensor<1x8x8x16xf16>
  %1 = "stablehlo.exponential"(%0) : (tensor<1x8x8x16xf16>) -> tensor<1x8x8x16xf16>
  %2 = "stablehlo.convolution"(%1, %w2) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, padding = dense<1> : tensor<2x2xi64>}> : (tensor<1x8x8x16xf16>, tensor<3x3x16x16xf16>) -> tensor<1x8x8x16xf16>
  %3 = "stablehlo.add"(%2, %1) : (tensor<1x8x8x16xf16>, tensor<1x8x8x16xf16>) -> tensor<1x8x8x16xf16>
  %4 = "stablehlo.reduce_window"(%3, %i) <{window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 2, 2, 1>}> ({
  ^bb0(%a: tensor<f16>, %c: tensor<f16>):
    %m = "stablehlo.maximum"(%a, %c) : (tensor<f16>, tensor<f16>) -> tensor<f16>
    "stablehlo.return"(%m) : (tensor<f16>) -> ()
  }) : (tensor<1x8x8x16xf16>, tensor<f16>) -> tensor<1x4x4x16xf16, {order = #nchw}>
  return %4 : tensor<1x4x4x16xf16, {order = #nchw}>
}
