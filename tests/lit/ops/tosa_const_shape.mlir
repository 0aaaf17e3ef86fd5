// RUN: layoutc %s | FileCheck %s
// RUN: layoutc %s --emit=generic | layoutc | FileCheck %s

// The result is a shape, not a tensor.
// CHECK: %a = tosa.const_shape {values = dense<[6, 4]> : tensor<2xindex>} : () -> !tosa.shape<2>
func.func @f() {
  %a = "tosa.const_shape"() {values = dense<[6, 4]> : tensor<2xindex>} : () -> !tosa.shape<2>
  return
}
