// RUN: layoutc %s | FileCheck %s
// RUN: layoutc %s --emit=generic | layoutc | FileCheck %s

// The operands are concatenated along the axis.
// CHECK: %a = "onnx.Concat"(%x, %x, %x) {axis = -1 : si64} : (tensor<2x3x4xf32>, tensor<2x3x4xf32>, tensor<2x3x4xf32>) -> tensor<2x3x12xf32>
func.func @f(%x: tensor<2x3x4xf32>) {
  %a = "onnx.Concat"(%x, %x, %x) {axis = -1 : si64} : (tensor<2x3x4xf32>, tensor<2x3x4xf32>, tensor<2x3x4xf32>) -> tensor<2x3x12xf32>
  return
}
