// RUN: layoutc %s | FileCheck %s
// RUN: layoutc %s --emit=generic | layoutc | FileCheck %s

// The key of the value depends on the version.
// CHECK: %a = "tosa.const"() {value = dense<[1, 0]> : tensor<2xi32>} : () -> tensor<2xi32>
// CHECK-NEXT: %b = "tosa.const"() {values = dense<[1, 0]> : tensor<2xi32>} : () -> tensor<2xi32>
func.func @f() {
  %a = "tosa.const"() {value = dense<[1, 0]> : tensor<2xi32>} : () -> tensor<2xi32>
  %b = "tosa.const"() {values = dense<[1, 0]> : tensor<2xi32>} : () -> tensor<2xi32>
  return
}
