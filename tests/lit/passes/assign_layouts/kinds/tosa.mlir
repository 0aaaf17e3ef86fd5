// The network of onnx.mlir in TOSA, whose tensors have the logical dims N, H, W, C: NHWC is row major.
// RUN: layoutc %s --passes=assign-layouts --target=arm_ml_engine --stats --emit=none 2>&1 | FileCheck %S/Inputs/costs.txt --check-prefix=ARM_ML_ENGINE
// RUN: layoutc %s --passes=assign-layouts --target=channels_last --stats --emit=none 2>&1 | FileCheck %S/Inputs/costs.txt --check-prefix=CHANNELS_LAST
// RUN: layoutc %s --passes=assign-layouts --target=vpux_like --stats --emit=none 2>&1 | FileCheck %S/Inputs/costs.txt --check-prefix=VPUX_LIKE
// RUN: layoutc %s --passes=assign-layouts --target=npu37xx --stats --emit=none 2>&1 | FileCheck %S/Inputs/costs.txt --check-prefix=NPU37XX
// RUN: layoutc %s --passes=assign-layouts --target=channels_last | FileCheck %s

// The inputs and outputs are physically N, C, H, W.
#nchw = affine_map<(n, h, w, c) -> (n, c, h, w)>

// CHECK: layout.reorder %x
// CHECK: tosa.conv2d {{.+}} : (tensor<1x8x8x16xf16, {order = #NCHW}>, tensor<16x3x3x16xf16>, tensor<16xf16>) -> tensor<1x8x8x16xf16, {order = #NCHW}>
// CHECK: tosa.exp {{.+}} : (tensor<1x8x8x16xf16, {order = #NCHW}>)
// CHECK: tosa.add {{.+}} : (tensor<1x8x8x16xf16, {order = #NCHW}>, tensor<1x8x8x16xf16, {order = #NCHW}>)
// CHECK: tosa.max_pool2d {{.+}} : (tensor<1x8x8x16xf16, {order = #NCHW}>) -> tensor<1x4x4x16xf16, {order = #NCHW}>
func.func @net(%x: tensor<1x8x8x16xf16, {order = #nchw}>, %w1: tensor<16x3x3x16xf16> {layout.constant}, %w2: tensor<16x3x3x16xf16> {layout.constant}, %b: tensor<16xf16> {layout.constant}) -> tensor<1x4x4x16xf16, {order = #nchw}> {
  %0 = tosa.conv2d %x, %w1, %b {acc_type = f16, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>} : (tensor<1x8x8x16xf16, {order = #nchw}>, tensor<16x3x3x16xf16>, tensor<16xf16>) -> tensor<1x8x8x16xf16>
  %1 = tosa.exp %0 : (tensor<1x8x8x16xf16>) -> tensor<1x8x8x16xf16>
  %2 = tosa.conv2d %1, %w2, %b {acc_type = f16, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>} : (tensor<1x8x8x16xf16>, tensor<16x3x3x16xf16>, tensor<16xf16>) -> tensor<1x8x8x16xf16>
  %3 = tosa.add %2, %1 : (tensor<1x8x8x16xf16>, tensor<1x8x8x16xf16>) -> tensor<1x8x8x16xf16>
  %4 = tosa.max_pool2d %3 {kernel = array<i64: 2, 2>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 2, 2>} : (tensor<1x8x8x16xf16>) -> tensor<1x4x4x16xf16, {order = #nchw}>
  return %4 : tensor<1x4x4x16xf16, {order = #nchw}>
}
