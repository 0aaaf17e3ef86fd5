// RUN: layoutc %s | FileCheck %s
// RUN: layoutc %s --emit=generic | layoutc | FileCheck %s

// The lengths are an operand, or the parts have equal lengths.
// CHECK: %c = "onnx.Constant"() {value = dense<[1, 3]> : tensor<2xi64>} : () -> tensor<2xi64>
// CHECK-NEXT: %a:2 = "onnx.SplitV13"(%x, %c) {axis = 2 : si64} : (tensor<2x3x4xf32>, tensor<2xi64>) -> (tensor<2x3x1xf32>, tensor<2x3x3xf32>)
func.func @f(%x: tensor<2x3x4xf32>) {
  %c = "onnx.Constant"() {value = dense<[1, 3]> : tensor<2xi64>} : () -> tensor<2xi64>
  %a:2 = "onnx.SplitV13"(%x, %c) {axis = 2 : si64} : (tensor<2x3x4xf32>, tensor<2xi64>) -> (tensor<2x3x1xf32>, tensor<2x3x3xf32>)
  return
}
