// RUN: layoutc %s | FileCheck %s
// RUN: layoutc %s --emit=generic | layoutc | FileCheck %s

// The shape is that of the result.
// CHECK: %a = "stablehlo.reshape"(%x) : (tensor<2x3x4xf32>) -> tensor<6x4xf32>
func.func @f(%x: tensor<2x3x4xf32>) {
  %a = "stablehlo.reshape"(%x) : (tensor<2x3x4xf32>) -> tensor<6x4xf32>
  return
}
