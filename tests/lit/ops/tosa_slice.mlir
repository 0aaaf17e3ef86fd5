// RUN: layoutc %s | FileCheck %s
// RUN: layoutc %s --emit=generic | layoutc | FileCheck %s

// The start and the size are attributes, or operands in newer versions.
// CHECK: %a = tosa.slice %x {size = array<i64: 2, 1, 4>, start = array<i64: 0, 2, 0>} : (tensor<2x3x4xf32>) -> tensor<2x1x4xf32>
func.func @f(%x: tensor<2x3x4xf32>) {
  %a = "tosa.slice"(%x) {size = array<i64: 2, 1, 4>, start = array<i64: 0, 2, 0>} : (tensor<2x3x4xf32>) -> tensor<2x1x4xf32>
  return
}
