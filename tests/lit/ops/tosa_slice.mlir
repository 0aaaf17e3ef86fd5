// RUN: layoutc %s | FileCheck %s
// RUN: layoutc %s --emit=generic | layoutc | FileCheck %s
// RUN: layoutc %s --resolve-strides | FileCheck %s --check-prefix=STRIDES

// The start and the size are attributes, or operands in newer versions.
// CHECK: %a = tosa.slice %x {size = array<i64: 2, 1, 4>, start = array<i64: 0, 2, 0>} : (tensor<2x3x4xf32, {order = #CHW}>) ->
// CHECK: %b = tosa.slice %x, %s, %n : (tensor<2x3x4xf32, {order = #CHW}>, !tosa.shape<3>, !tosa.shape<3>) ->
// STRIDES: -> tensor<2x1x4xf32, {offset = 8 : i64, order = #CHW, strides = [12, 4, 1]}>
// STRIDES: -> tensor<2x1x4xf32, {offset = 8 : i64, order = #CHW, strides = [12, 4, 1]}>
func.func @f(%x: tensor<2x3x4xf32, {order = #layout.order<CHW>}>) {
  %a = "tosa.slice"(%x) {size = array<i64: 2, 1, 4>, start = array<i64: 0, 2, 0>} : (tensor<2x3x4xf32, {order = #layout.order<CHW>}>) -> tensor<2x1x4xf32, {order = #layout.order<CHW>}>
  %s = tosa.const_shape {values = dense<[0, 2, 0]> : tensor<3xindex>} : () -> !tosa.shape<3>
  %n = tosa.const_shape {values = dense<[2, 1, 4]> : tensor<3xindex>} : () -> !tosa.shape<3>
  %b = tosa.slice %x, %s, %n : (tensor<2x3x4xf32, {order = #layout.order<CHW>}>, !tosa.shape<3>, !tosa.shape<3>) -> tensor<2x1x4xf32, {order = #layout.order<CHW>}>
  return
}
