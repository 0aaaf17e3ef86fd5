// RUN: layoutc %s | FileCheck %s
// RUN: layoutc %s --emit=generic | layoutc | FileCheck %s

// `reassociation` groups the dims of the result.
// CHECK: %a = tensor.expand_shape %x {{\[\[}}0], [1], [2, 3]] output_shape [2, 3, 2, 2] : tensor<2x3x4xf32> into tensor<2x3x2x2xf32>
func.func @f(%x: tensor<2x3x4xf32>) {
  %a = "tensor.expand_shape"(%x) <{reassociation = [[0], [1], [2, 3]], static_output_shape = array<i64: 2, 3, 2, 2>}> : (tensor<2x3x4xf32>) -> tensor<2x3x2x2xf32>
  return
}
