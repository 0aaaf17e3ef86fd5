// One network in several dialects has the same costs, and the layouts of equal physical order, by rules for kinds.
// RUN: layoutc %s --passes=assign-layouts --target=arm_ml_engine --stats --emit=none 2>&1 | FileCheck %S/Inputs/costs.txt --check-prefix=ARM_ML_ENGINE
// RUN: layoutc %s --passes=assign-layouts --target=channels_last --stats --emit=none 2>&1 | FileCheck %S/Inputs/costs.txt --check-prefix=CHANNELS_LAST
// RUN: layoutc %s --passes=assign-layouts --target=vpux_like --stats --emit=none 2>&1 | FileCheck %S/Inputs/costs.txt --check-prefix=VPUX_LIKE
// RUN: layoutc %s --passes=assign-layouts --target=npu37xx --stats --emit=none 2>&1 | FileCheck %S/Inputs/costs.txt --check-prefix=NPU37XX
// RUN: layoutc %s --passes=assign-layouts --target=channels_last | FileCheck %s
// RUN: layoutc %s --passes=assign-layouts --target=tensorrt_like | FileCheck %s --check-prefix=TENSORRT

// CHECK: layout.reorder %x
// CHECK: "onnx.Conv"{{.+}} : (tensor<1x16x8x8xf16, {order = #NHWC}>, tensor<16x16x3x3xf16, {order = #NHWC}>, none) -> tensor<1x16x8x8xf16, {order = #NHWC}>
// CHECK: "onnx.Exp"{{.+}} : (tensor<1x16x8x8xf16, {order = #NHWC}>)
// CHECK: "onnx.Add"{{.+}} : (tensor<1x16x8x8xf16, {order = #NHWC}>, tensor<1x16x8x8xf16, {order = #NHWC}>)
// CHECK: "onnx.MaxPoolSingleOut"{{.+}} : (tensor<1x16x8x8xf16, {order = #NHWC}>) -> tensor<1x16x4x4xf16, {order = #NHWC}>
// TENSORRT: "onnx.Conv"{{.+}} -> tensor<1x16x8x8xf16, {format = #layout.format<hwc8>}>
func.func @net(%x: tensor<1x16x8x8xf16>, %w1: tensor<16x16x3x3xf16> {layout.constant}, %w2: tensor<16x16x3x3xf16> {layout.constant}) -> tensor<1x16x4x4xf16> {
  %n = "onnx.NoValue"() : () -> none
  %0 = "onnx.Conv"(%x, %w1, %n) {pads = [1, 1, 1, 1]} : (tensor<1x16x8x8xf16>, tensor<16x16x3x3xf16>, none) -> tensor<1x16x8x8xf16>
  %1 = "onnx.Exp"(%0) : (tensor<1x16x8x8xf16>) -> tensor<1x16x8x8xf16>
  %2 = "onnx.Conv"(%1, %w2, %n) {pads = [1, 1, 1, 1]} : (tensor<1x16x8x8xf16>, tensor<16x16x3x3xf16>, none) -> tensor<1x16x8x8xf16>
  %3 = "onnx.Add"(%2, %1) : (tensor<1x16x8x8xf16>, tensor<1x16x8x8xf16>) -> tensor<1x16x8x8xf16>
  %4 = "onnx.MaxPoolSingleOut"(%3) {kernel_shape = [2, 2], strides = [2, 2]} : (tensor<1x16x8x8xf16>) -> tensor<1x16x4x4xf16>
  return %4 : tensor<1x16x4x4xf16>
}
