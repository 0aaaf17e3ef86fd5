// RUN: layoutc %s | FileCheck %s
// RUN: layoutc %s --emit=generic | layoutc | FileCheck %s

// The offsets of the operands, or an axis.
// CHECK: %a = "IE.Concat"(%x, %x) {static_offsets = {{\[\[}}0, 0, 0], [0, 3, 0]]} : (tensor<2x3x4xf32>, tensor<2x3x4xf32>) -> tensor<2x6x4xf32>
// CHECK-NEXT: %b = "IE.Concat"(%x, %x) {per_axis = #IE.Concat<axis = 1 : i64>} : (tensor<2x3x4xf32>, tensor<2x3x4xf32>) -> tensor<2x6x4xf32>
func.func @f(%x: tensor<2x3x4xf32>) {
  %a = "IE.Concat"(%x, %x) {static_offsets = [[0, 0, 0], [0, 3, 0]]} : (tensor<2x3x4xf32>, tensor<2x3x4xf32>) -> tensor<2x6x4xf32>
  %b = "IE.Concat"(%x, %x) {per_axis = #IE.Concat<axis = 1 : i64>} : (tensor<2x3x4xf32>, tensor<2x3x4xf32>) -> tensor<2x6x4xf32>
  return
}
