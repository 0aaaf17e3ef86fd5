// The network of onnx.mlir in the dialect of VPUX.
// RUN: layoutc %s --passes=assign-layouts --target=arm_ml_engine --stats --emit=none 2>&1 | FileCheck %S/Inputs/costs.txt --check-prefix=ARM_ML_ENGINE
// RUN: layoutc %s --passes=assign-layouts --target=channels_last --stats --emit=none 2>&1 | FileCheck %S/Inputs/costs.txt --check-prefix=CHANNELS_LAST
// RUN: layoutc %s --passes=assign-layouts --target=vpux_like --stats --emit=none 2>&1 | FileCheck %S/Inputs/costs.txt --check-prefix=VPUX_LIKE
// RUN: layoutc %s --passes=assign-layouts --target=npu37xx --stats --emit=none 2>&1 | FileCheck %S/Inputs/costs.txt --check-prefix=NPU37XX
// RUN: layoutc %s --passes=assign-layouts --target=channels_last | FileCheck %s
// RUN: layoutc %s --passes=assign-layouts --target=tensorrt_like | FileCheck %s --check-prefix=TENSORRT

// CHECK: layout.reorder %x
// CHECK: "IE.Convolution"{{.+}} : (tensor<1x16x8x8xf16, {order = #NHWC}>, tensor<16x16x3x3xf16, {order = #NHWC}>) -> tensor<1x16x8x8xf16, {order = #NHWC}>
// CHECK: "IE.Exp"{{.+}} : (tensor<1x16x8x8xf16, {order = #NHWC}>)
// CHECK: "IE.Add"{{.+}} : (tensor<1x16x8x8xf16, {order = #NHWC}>, tensor<1x16x8x8xf16, {order = #NHWC}>)
// CHECK: "IE.MaxPool"{{.+}} : (tensor<1x16x8x8xf16, {order = #NHWC}>) -> tensor<1x16x4x4xf16, {order = #NHWC}>
// TENSORRT: "IE.Convolution"{{.+}} -> tensor<1x16x8x8xf16, {format = #layout.format<hwc8>}>
func.func @net(%x: tensor<1x16x8x8xf16>, %w1: tensor<16x16x3x3xf16> {layout.constant}, %w2: tensor<16x16x3x3xf16> {layout.constant}) -> tensor<1x16x4x4xf16> {
  %0 = "IE.Convolution"(%x, %w1) {dilations = [1, 1], pads_begin = [1, 1], pads_end = [1, 1], strides = [1, 1]} : (tensor<1x16x8x8xf16>, tensor<16x16x3x3xf16>) -> tensor<1x16x8x8xf16>
  %1 = "IE.Exp"(%0) : (tensor<1x16x8x8xf16>) -> tensor<1x16x8x8xf16>
  %2 = "IE.Convolution"(%1, %w2) {dilations = [1, 1], pads_begin = [1, 1], pads_end = [1, 1], strides = [1, 1]} : (tensor<1x16x8x8xf16>, tensor<16x16x3x3xf16>) -> tensor<1x16x8x8xf16>
  %3 = "IE.Add"(%2, %1) : (tensor<1x16x8x8xf16>, tensor<1x16x8x8xf16>) -> tensor<1x16x8x8xf16>
  %4 = "IE.MaxPool"(%3) {kernel_size = [2, 2], pads_begin = [0, 0], pads_end = [0, 0], strides = [2, 2]} : (tensor<1x16x8x8xf16>) -> tensor<1x16x4x4xf16>
  return %4 : tensor<1x16x4x4xf16>
}
