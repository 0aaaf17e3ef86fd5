// RUN: layoutc %s | FileCheck %s
// RUN: layoutc %s --emit=generic | layoutc | FileCheck %s

// Starts, ends, axes and steps are operands; `onnx.NoValue` represents absent ones.
// CHECK: %s = "onnx.Constant"() {value = dense<1> : tensor<1xi64>} : () -> tensor<1xi64>
// CHECK-NEXT: %e = "onnx.Constant"() {value = dense<9223372036854775807> : tensor<1xi64>} : () -> tensor<1xi64>
// CHECK-NEXT: %n = "onnx.NoValue"() {value} : () -> none
// CHECK-NEXT: %a = "onnx.Slice"(%x, %s, %e, %s, %n) : (tensor<2x3x4xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, none) -> tensor<2x2x4xf32>
func.func @f(%x: tensor<2x3x4xf32>) {
  %s = "onnx.Constant"() {value = dense<1> : tensor<1xi64>} : () -> tensor<1xi64>
  %e = "onnx.Constant"() {value = dense<9223372036854775807> : tensor<1xi64>} : () -> tensor<1xi64>
  %n = "onnx.NoValue"() {value} : () -> none
  %a = "onnx.Slice"(%x, %s, %e, %s, %n) : (tensor<2x3x4xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, none) -> tensor<2x2x4xf32>
  return
}
