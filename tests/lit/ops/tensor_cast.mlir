// RUN: layoutc %s | FileCheck %s
// RUN: layoutc %s --emit=generic | layoutc | FileCheck %s

// The cast makes a shape static or dynamic.
// CHECK: %a = tensor.cast %x : tensor<2x3x4xf32> to tensor<2x?x4xf32>
// CHECK-NEXT: %b = tensor.cast %a : tensor<2x?x4xf32> to tensor<2x3x4xf32>
func.func @f(%x: tensor<2x3x4xf32>) {
  %a = "tensor.cast"(%x) : (tensor<2x3x4xf32>) -> tensor<2x?x4xf32>
  %b = "tensor.cast"(%a) : (tensor<2x?x4xf32>) -> tensor<2x3x4xf32>
  return
}
