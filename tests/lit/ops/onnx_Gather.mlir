// RUN: layoutc %s | FileCheck %s
// RUN: layoutc %s --emit=generic | layoutc | FileCheck %s

// A constant scalar index selects one entry of the dim.
// CHECK: %i = "onnx.Constant"() {value = dense<1> : tensor<i64>} : () -> tensor<i64>
// CHECK-NEXT: %a = "onnx.Gather"(%x, %i) {axis = 1 : si64} : (tensor<2x3x4xf32>, tensor<i64>) -> tensor<2x4xf32>
func.func @f(%x: tensor<2x3x4xf32>) {
  %i = "onnx.Constant"() {value = dense<1> : tensor<i64>} : () -> tensor<i64>
  %a = "onnx.Gather"(%x, %i) {axis = 1 : si64} : (tensor<2x3x4xf32>, tensor<i64>) -> tensor<2x4xf32>
  return
}
