// RUN: layoutc %s | FileCheck %s
// RUN: layoutc %s --emit=generic | layoutc | FileCheck %s

// The memory stays as it is.
// CHECK: %a = "IE.ShapeCast"(%x) {shape = [4, 6]} : (tensor<2x3x4xf32>) -> tensor<4x6xf32>
func.func @f(%x: tensor<2x3x4xf32>) {
  %a = "IE.ShapeCast"(%x) {shape = [4, 6]} : (tensor<2x3x4xf32>) -> tensor<4x6xf32>
  return
}
