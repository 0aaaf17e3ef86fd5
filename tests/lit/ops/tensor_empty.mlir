// RUN: layoutc %s | FileCheck %s
// RUN: layoutc %s --emit=generic | layoutc | FileCheck %s

// Any layout costs nothing.
// CHECK: %a = tensor.empty() : tensor<2x3xf32>
func.func @f() {
  %a = tensor.empty() : tensor<2x3xf32>
  return
}
