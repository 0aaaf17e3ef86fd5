// RUN: layoutc %s | FileCheck %s
// RUN: layoutc %s --emit=generic | layoutc | FileCheck %s

// A shape is no tensor.
// CHECK: %a = "tosa.const_shape"() {values = dense<[6, 4]> : tensor<2xindex>} : () -> !tosa.shape<2>
func.func @f() {
  %a = "tosa.const_shape"() {values = dense<[6, 4]> : tensor<2xindex>} : () -> !tosa.shape<2>
  return
}
