// Convolutions of the NPU write any order, pixels begin at multiples of 32 bytes, and a product reads a transposed weight.
// RUN: layoutc %s --passes=assign-layouts,resolve-strides --target=npu37xx | FileCheck %s
// RUN: layoutc %s --passes=assign-layouts --target=npu37xx --stats --emit=none 2>&1 | FileCheck %s --check-prefix=STATS
// STATS-NOT: remark
// STATS-DAG: {{ }}0 assign-layouts (1): gap (bytes)
// STATS-DAG: {{ }}3 assign-layouts (1): reorders

// The image and the filters are reordered once. The pool writes the order that the reshape needs.
// CHECK-COUNT-3: layout.reorder
// CHECK-NOT: layout.reorder
// CHECK: "onnx.Conv"({{.+}} -> tensor<1x20x8x8xf16, {order = #NHWC, strides = [2048, 1, 256, 32]}>
// CHECK: "onnx.MaxPoolSingleOut"({{.+}} -> tensor<1x20x4x4xf16, {order = #NCHW, strides = [320, 16, 4, 1]}>
// CHECK: "onnx.MatMul"(%{{.+}}, %{{.+}}) : (tensor<1x320xf16, {order = #NC, strides = [320, 1]}>, tensor<320x10xf16, {order = #CN, strides = [1, 320]}>)
// CHECK-NOT: layout.reorder
func.func @net(%x: tensor<1x3x8x8xf16>, %w: tensor<20x3x3x3xf16>, %w2: tensor<20x20x3x3xf16>, %k: tensor<10x320xf16>) -> tensor<1x10xf16> {
  %n = "onnx.NoValue"() : () -> none
  %s = "onnx.Constant"() {value = dense<[1, 320]> : tensor<2xi64>} : () -> tensor<2xi64>
  %0 = "onnx.Conv"(%x, %w, %n) : (tensor<1x3x8x8xf16>, tensor<20x3x3x3xf16>, none) -> tensor<1x20x8x8xf16>
  %1 = "onnx.Relu"(%0) : (tensor<1x20x8x8xf16>) -> tensor<1x20x8x8xf16>
  %2 = "onnx.Conv"(%1, %w2, %n) : (tensor<1x20x8x8xf16>, tensor<20x20x3x3xf16>, none) -> tensor<1x20x8x8xf16>
  %3 = "onnx.Add"(%2, %1) : (tensor<1x20x8x8xf16>, tensor<1x20x8x8xf16>) -> tensor<1x20x8x8xf16>
  %4 = "onnx.MaxPoolSingleOut"(%3) : (tensor<1x20x8x8xf16>) -> tensor<1x20x4x4xf16>
  %5 = "onnx.Reshape"(%4, %s) : (tensor<1x20x4x4xf16>, tensor<2xi64>) -> tensor<1x320xf16>
  %6 = "onnx.Transpose"(%k) {perm = [1, 0]} : (tensor<10x320xf16>) -> tensor<320x10xf16>
  %7 = "onnx.MatMul"(%5, %6) : (tensor<1x320xf16>, tensor<320x10xf16>) -> tensor<1x10xf16>
  return %7 : tensor<1x10xf16>
}
