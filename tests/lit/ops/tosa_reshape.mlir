// RUN: layoutc %s | FileCheck %s
// RUN: layoutc %s --emit=generic | layoutc | FileCheck %s

// The shape is an attribute, or an operand in newer versions.
// CHECK: %a = tosa.reshape %x {new_shape = array<i64: 6, 4>} : (tensor<2x3x4xf32>) -> tensor<6x4xf32>
// CHECK-NEXT: %s = tosa.const_shape {values = dense<[6, 4]> : tensor<2xindex>} : () -> !tosa.shape<2>
// CHECK-NEXT: %b = tosa.reshape %x, %s : (tensor<2x3x4xf32>, !tosa.shape<2>) -> tensor<6x4xf32>
func.func @f(%x: tensor<2x3x4xf32>) {
  %a = "tosa.reshape"(%x) {new_shape = array<i64: 6, 4>} : (tensor<2x3x4xf32>) -> tensor<6x4xf32>
  %s = "tosa.const_shape"() {values = dense<[6, 4]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %b = "tosa.reshape"(%x, %s) : (tensor<2x3x4xf32>, !tosa.shape<2>) -> tensor<6x4xf32>
  return
}
