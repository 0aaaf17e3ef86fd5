// RUN: layoutc %s | FileCheck %s
// RUN: layoutc %s --emit=generic | layoutc | FileCheck %s

// The axes are positions in the result.
// CHECK: %c = "onnx.Constant"() {value = dense<[0, -1]> : tensor<2xi64>} : () -> tensor<2xi64>
// CHECK-NEXT: %a = "onnx.Unsqueeze"(%y, %c) : (tensor<1x3x1xf32>, tensor<2xi64>) -> tensor<1x1x3x1x1xf32>
func.func @f(%y: tensor<1x3x1xf32>) {
  %c = "onnx.Constant"() {value = dense<[0, -1]> : tensor<2xi64>} : () -> tensor<2xi64>
  %a = "onnx.Unsqueeze"(%y, %c) : (tensor<1x3x1xf32>, tensor<2xi64>) -> tensor<1x1x3x1x1xf32>
  return
}
