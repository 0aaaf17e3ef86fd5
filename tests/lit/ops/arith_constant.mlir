// RUN: layoutc %s | FileCheck %s
// RUN: layoutc %s --emit=generic | layoutc | FileCheck %s

// Constants of any type are preserved.
// CHECK: %a = arith.constant dense<[1, 2]> : tensor<2xindex>
// CHECK-NEXT: %b = arith.constant 1.500000e+00 : f32
func.func @f(%x: tensor<2x3x4xf32>) {
  %a = "arith.constant"() {value = dense<[1, 2]> : tensor<2xindex>} : () -> tensor<2xindex>
  %b = "arith.constant"() <{value = 1.500000e+00 : f32}> : () -> f32
  return
}
