// RUN: layoutc %s | FileCheck %s
// RUN: layoutc %s --emit=generic | layoutc | FileCheck %s

// Without axes, all dims of length 1 are removed.
// CHECK: %c = "onnx.Constant"() {value = dense<-1> : tensor<1xi64>} : () -> tensor<1xi64>
// CHECK-NEXT: %a = "onnx.Squeeze"(%y, %c) : (tensor<1x3x1xf32>, tensor<1xi64>) -> tensor<1x3xf32>
// CHECK-NEXT: %n = "onnx.NoValue"() {value} : () -> none
// CHECK-NEXT: %b = "onnx.Squeeze"(%y, %n) : (tensor<1x3x1xf32>, none) -> tensor<3xf32>
func.func @f(%y: tensor<1x3x1xf32>) {
  %c = "onnx.Constant"() {value = dense<-1> : tensor<1xi64>} : () -> tensor<1xi64>
  %a = "onnx.Squeeze"(%y, %c) : (tensor<1x3x1xf32>, tensor<1xi64>) -> tensor<1x3xf32>
  %n = "onnx.NoValue"() {value} : () -> none
  %b = "onnx.Squeeze"(%y, %n) : (tensor<1x3x1xf32>, none) -> tensor<3xf32>
  return
}
