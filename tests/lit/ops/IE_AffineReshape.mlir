// RUN: layoutc %s | FileCheck %s
// RUN: layoutc %s --emit=generic | layoutc | FileCheck %s

// The lists state which dims of the result each dim becomes part of.
// CHECK: %a = "IE.AffineReshape"(%x) {dim_mapping = {{\[\[}}0], [0], [1]], shape_value = [6, 4]} : (tensor<2x3x4xf32>) -> tensor<6x4xf32>
func.func @f(%x: tensor<2x3x4xf32>) {
  %a = "IE.AffineReshape"(%x) {dim_mapping = [[0], [0], [1]], shape_value = [6, 4]} : (tensor<2x3x4xf32>) -> tensor<6x4xf32>
  return
}
