// RUN: layoutc %s | FileCheck %s
// RUN: layoutc %s --emit=generic | layoutc | FileCheck %s

// The operands are concatenated along the dim.
// CHECK: %a = tensor.concat dim(1) %x, %x : (tensor<2x3x4xf32>, tensor<2x3x4xf32>) -> tensor<2x6x4xf32>
func.func @f(%x: tensor<2x3x4xf32>) {
  %a = "tensor.concat"(%x, %x) <{dim = 1 : i64}> : (tensor<2x3x4xf32>, tensor<2x3x4xf32>) -> tensor<2x6x4xf32>
  return
}
