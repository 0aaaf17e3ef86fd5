// RUN: layoutc %s | FileCheck %s
// RUN: layoutc %s --emit=generic | layoutc | FileCheck %s

// The parts have equal lengths.
// CHECK: %a:2 = "IE.Split"(%x) {axis_value = 2 : i64, num_splits = 2 : i64} : (tensor<2x3x4xf32>) -> (tensor<2x3x2xf32>, tensor<2x3x2xf32>)
func.func @f(%x: tensor<2x3x4xf32>) {
  %a:2 = "IE.Split"(%x) {axis_value = 2 : i64, num_splits = 2 : i64} : (tensor<2x3x4xf32>) -> (tensor<2x3x2xf32>, tensor<2x3x2xf32>)
  return
}
