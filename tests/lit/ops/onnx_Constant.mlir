// RUN: layoutc %s | FileCheck %s
// RUN: layoutc %s --emit=generic | layoutc | FileCheck %s

// The value is one of several attributes.
// CHECK: %a = "onnx.Constant"() {value = dense<[1, 2]> : tensor<2xi64>} : () -> tensor<2xi64>
// CHECK-NEXT: %b = "onnx.Constant"() {value_ints = [1, 2]} : () -> tensor<2xi64>
// CHECK-NEXT: %c = "onnx.Constant"() {value_float = 1.500000e+00 : f32} : () -> tensor<f32>
func.func @f(%x: tensor<2x3x4xf32>) {
  %a = "onnx.Constant"() {value = dense<[1, 2]> : tensor<2xi64>} : () -> tensor<2xi64>
  %b = "onnx.Constant"() {value_ints = [1, 2]} : () -> tensor<2xi64>
  %c = "onnx.Constant"() {value_float = 1.500000e+00 : f32} : () -> tensor<f32>
  return
}
