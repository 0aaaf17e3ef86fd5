// RUN: layoutc %s | FileCheck %s
// RUN: layoutc %s --emit=generic | layoutc | FileCheck %s

// The dims before the axis become the rows.
// CHECK: %a = "onnx.Flatten"(%x) {axis = 2 : si64} : (tensor<2x3x4xf32>) -> tensor<6x4xf32>
// CHECK-NEXT: %b = "onnx.Flatten"(%x) : (tensor<2x3x4xf32>) -> tensor<2x12xf32>
func.func @f(%x: tensor<2x3x4xf32>) {
  %a = "onnx.Flatten"(%x) {axis = 2 : si64} : (tensor<2x3x4xf32>) -> tensor<6x4xf32>
  %b = "onnx.Flatten"(%x) : (tensor<2x3x4xf32>) -> tensor<2x12xf32>
  return
}
