// RUN: layoutc %s | FileCheck %s
// RUN: layoutc %s --emit=generic | layoutc | FileCheck %s

// The shape is that of the result.
// CHECK: %a = "IE.Reshape"(%x) {shape_value = [24]} : (tensor<2x3x4xf32>) -> tensor<24xf32>
func.func @f(%x: tensor<2x3x4xf32>) {
  %a = "IE.Reshape"(%x) {shape_value = [24]} : (tensor<2x3x4xf32>) -> tensor<24xf32>
  return
}
