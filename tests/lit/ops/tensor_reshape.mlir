// RUN: layoutc %s | FileCheck %s
// RUN: layoutc %s --emit=generic | layoutc | FileCheck %s

// The shape is an operand.
// CHECK: %c = arith.constant dense<[6, 4]> : tensor<2xindex>
// CHECK-NEXT: %a = tensor.reshape %x(%c) : (tensor<2x3x4xf32>, tensor<2xindex>) -> tensor<6x4xf32>
func.func @f(%x: tensor<2x3x4xf32>) {
  %c = "arith.constant"() <{value = dense<[6, 4]> : tensor<2xindex>}> : () -> tensor<2xindex>
  %a = "tensor.reshape"(%x, %c) : (tensor<2x3x4xf32>, tensor<2xindex>) -> tensor<6x4xf32>
  return
}
