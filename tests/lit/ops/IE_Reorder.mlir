// RUN: layoutc %s | FileCheck %s
// RUN: layoutc %s --emit=generic | layoutc | FileCheck %s

// The result has another layout.
// CHECK: %a = "IE.Reorder"(%x) {dstOrder = affine_map<(d0, d1, d2) -> (d0, d2, d1)>} : (tensor<2x3x4xf32>) -> tensor<2x3x4xf32, {order = affine_map<(d0, d1, d2) -> (d0, d2, d1)>}>
func.func @f(%x: tensor<2x3x4xf32>) {
  %a = "IE.Reorder"(%x) {dstOrder = affine_map<(d0, d1, d2) -> (d0, d2, d1)>} : (tensor<2x3x4xf32>) -> tensor<2x3x4xf32, {order = affine_map<(d0, d1, d2) -> (d0, d2, d1)>}>
  return
}
