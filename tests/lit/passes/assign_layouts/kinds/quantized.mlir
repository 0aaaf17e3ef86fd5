// Quantization keeps layouts: only the input and the output of a quantized network are reordered.
// RUN: layoutc %s --passes=assign-layouts --target=channels_last --stats --emit=none 2>&1 | FileCheck %s
// RUN: layoutc %s --passes=assign-layouts --target=vpux_like --stats --emit=none 2>&1 | FileCheck %s
// RUN: layoutc %s --passes=assign-layouts --target=tensorrt_like --stats --emit=none 2>&1 | FileCheck %s --check-prefix=FORMATS
// The int8 input and output have 1024 bytes each, which a reorder reads and writes.
// CHECK-NOT: remark
// CHECK-DAG: {{ }}4096 assign-layouts (1): cost (bytes)
// CHECK-DAG: {{ }}2 assign-layouts (1): reorders
// TensorRT quantizes where it changes the format.
// FORMATS-NOT: remark
// FORMATS: {{ }}0 assign-layouts (1): cost (bytes)
func.func @net(%x: tensor<1x16x8x8xf32>, %w: tensor<16x16x3x3xi8> {layout.constant}, %s: tensor<f32> {layout.constant}, %z: tensor<i8> {layout.constant}) -> tensor<1x16x8x8xf32> {
  %n = "onnx.NoValue"() : () -> none
  %q = "onnx.QuantizeLinear"(%x, %s, %z) : (tensor<1x16x8x8xf32>, tensor<f32>, tensor<i8>) -> tensor<1x16x8x8xi8>
  %d = "onnx.DequantizeLinear"(%q, %s, %z) : (tensor<1x16x8x8xi8>, tensor<f32>, tensor<i8>) -> tensor<1x16x8x8xf32>
  %wd = "onnx.DequantizeLinear"(%w, %s, %z) : (tensor<16x16x3x3xi8>, tensor<f32>, tensor<i8>) -> tensor<16x16x3x3xf32>
  %0 = "onnx.Conv"(%d, %wd, %n) {pads = [1, 1, 1, 1]} : (tensor<1x16x8x8xf32>, tensor<16x16x3x3xf32>, none) -> tensor<1x16x8x8xf32>
  %q1 = "onnx.QuantizeLinear"(%0, %s, %z) : (tensor<1x16x8x8xf32>, tensor<f32>, tensor<i8>) -> tensor<1x16x8x8xi8>
  %d1 = "onnx.DequantizeLinear"(%q1, %s, %z) : (tensor<1x16x8x8xi8>, tensor<f32>, tensor<i8>) -> tensor<1x16x8x8xf32>
  return %d1 : tensor<1x16x8x8xf32>
}
