// RUN: layoutc %s | FileCheck %s
// RUN: layoutc %s --emit=generic | layoutc | FileCheck %s

// The operands are concatenated along the axis.
// CHECK: %a = tosa.concat %x, %x {axis = 2 : i32} : (tensor<2x3x4xf32>, tensor<2x3x4xf32>) -> tensor<2x3x8xf32>
func.func @f(%x: tensor<2x3x4xf32>) {
  %a = "tosa.concat"(%x, %x) {axis = 2 : i32} : (tensor<2x3x4xf32>, tensor<2x3x4xf32>) -> tensor<2x3x8xf32>
  return
}
