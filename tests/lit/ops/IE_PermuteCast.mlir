// RUN: layoutc %s | FileCheck %s
// RUN: layoutc %s --emit=generic | layoutc | FileCheck %s

// `mem_perm` moves dims of length 1 only.
// CHECK: %a = "IE.PermuteCast"(%x) {dst_order = affine_map<(d0, d1, d2) -> (d0, d2, d1)>, mem_perm = affine_map<(d0, d1, d2) -> (d0, d1, d2)>} : (tensor<2x3x4xf32>) -> tensor<2x4x3xf32, {order = affine_map<(d0, d1, d2) -> (d0, d2, d1)>}>
func.func @f(%x: tensor<2x3x4xf32>) {
  %a = "IE.PermuteCast"(%x) {dst_order = affine_map<(d0, d1, d2) -> (d0, d2, d1)>, mem_perm = affine_map<(d0, d1, d2) -> (d0, d1, d2)>} : (tensor<2x3x4xf32>) -> tensor<2x4x3xf32, {order = affine_map<(d0, d1, d2) -> (d0, d2, d1)>}>
  return
}
