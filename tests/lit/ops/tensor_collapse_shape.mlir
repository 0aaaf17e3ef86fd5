// RUN: layoutc %s | FileCheck %s
// RUN: layoutc %s --emit=generic | layoutc | FileCheck %s

// `reassociation` groups the dims of the operand.
// CHECK: %a = tensor.collapse_shape %x {{\[\[}}0, 1], [2]] : tensor<2x3x4xf32> into tensor<6x4xf32>
func.func @f(%x: tensor<2x3x4xf32>) {
  %a = "tensor.collapse_shape"(%x) <{reassociation = [[0, 1], [2]]}> : (tensor<2x3x4xf32>) -> tensor<6x4xf32>
  return
}
