// RUN: layoutc %s | FileCheck %s
// RUN: layoutc %s --emit=generic | layoutc | FileCheck %s

// The permutation is an operand, or an attribute in newer versions.
// CHECK: %p = "tosa.const"() {value = dense<[0, 2, 1]> : tensor<3xi32>} : () -> tensor<3xi32>
// CHECK-NEXT: %a = tosa.transpose %x, %p : (tensor<2x3x4xf32>, tensor<3xi32>) -> tensor<2x4x3xf32>
// CHECK-NEXT: %b = tosa.transpose %x {perms = array<i32: 0, 2, 1>} : (tensor<2x3x4xf32>) -> tensor<2x4x3xf32>
func.func @f(%x: tensor<2x3x4xf32>) {
  %p = "tosa.const"() {value = dense<[0, 2, 1]> : tensor<3xi32>} : () -> tensor<3xi32>
  %a = "tosa.transpose"(%x, %p) : (tensor<2x3x4xf32>, tensor<3xi32>) -> tensor<2x4x3xf32>
  %b = "tosa.transpose"(%x) {perms = array<i32: 0, 2, 1>} : (tensor<2x3x4xf32>) -> tensor<2x4x3xf32>
  return
}
