// RUN: layoutc %s | FileCheck %s
// RUN: layoutc %s --emit=generic | layoutc | FileCheck %s

// The order is a permutation of the dims.
// CHECK: %a = "IE.Transpose"(%x) {order_value = affine_map<(d0, d1, d2) -> (d2, d0, d1)>} : (tensor<2x3x4xf32>) -> tensor<4x2x3xf32>
func.func @f(%x: tensor<2x3x4xf32>) {
  %a = "IE.Transpose"(%x) {order_value = affine_map<(d0, d1, d2) -> (d2, d0, d1)>} : (tensor<2x3x4xf32>) -> tensor<4x2x3xf32>
  return
}
