// RUN: layoutc %s | FileCheck %s
// RUN: layoutc %s --emit=generic | layoutc - | FileCheck %s

// CHECK-LABEL: func.func @f(
func.func @f(%x: tensor<?x4xf16>, %u: tensor<*xf16>, %i: index) -> index {
  // CHECK: %c = arith.constant 0 : index
  %c = arith.constant 0 : index
  // CHECK-NEXT: %0 = tensor.dim %x, %c : tensor<?x4xf16>
  %0 = tensor.dim %x, %c : tensor<?x4xf16>
  // CHECK-NEXT: %1 = tensor.dim %u, %i : tensor<*xf16>
  %1 = "tensor.dim"(%u, %i) : (tensor<*xf16>, index) -> index
  return %0 : index
}
