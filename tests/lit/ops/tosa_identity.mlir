// RUN: layoutc %s | FileCheck %s
// RUN: layoutc %s --emit=generic | layoutc | FileCheck %s

// The result is the operand.
// CHECK: %a = tosa.identity %x : (tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
func.func @f(%x: tensor<2x3x4xf32>) {
  %a = "tosa.identity"(%x) : (tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  return
}
