// RUN: layoutc %s | FileCheck %s
// RUN: layoutc %s --emit=generic | layoutc | FileCheck %s

// The destination has the type of the result.
// CHECK: "linalg.transpose"(%x, %y)
// CHECK: {permutation = array<i64: 0, 2, 1>} : (tensor<2x3x4xf32>, tensor<2x4x3xf32>) -> tensor<2x4x3xf32>
func.func @f(%x: tensor<2x3x4xf32>, %y: tensor<2x4x3xf32>) {
  %a = "linalg.transpose"(%x, %y) ({
  ^bb0(%in: f32, %out: f32):
    "linalg.yield"(%in) : (f32) -> ()
  }) {permutation = array<i64: 0, 2, 1>} : (tensor<2x3x4xf32>, tensor<2x4x3xf32>) -> tensor<2x4x3xf32>
  return
}
