// RUN: layoutc %s | FileCheck %s
// RUN: layoutc %s --emit=generic | layoutc | FileCheck %s

// The operands are concatenated along the dimension.
// CHECK: %a = "stablehlo.concatenate"(%x, %x) {dimension = 2 : i64} : (tensor<2x3x4xf32>, tensor<2x3x4xf32>) -> tensor<2x3x8xf32>
func.func @f(%x: tensor<2x3x4xf32>) {
  %a = "stablehlo.concatenate"(%x, %x) {dimension = 2 : i64} : (tensor<2x3x4xf32>, tensor<2x3x4xf32>) -> tensor<2x3x8xf32>
  return
}
