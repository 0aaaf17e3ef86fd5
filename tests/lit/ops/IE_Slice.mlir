// RUN: layoutc %s | FileCheck %s
// RUN: layoutc %s --emit=generic | layoutc | FileCheck %s

// An offset and a size for each dim.
// CHECK: %a = "IE.Slice"(%x) {static_offsets = [0, 1, 2], static_sizes = [2, 2, 1]} : (tensor<2x3x4xf32>) -> tensor<2x2x1xf32>
func.func @f(%x: tensor<2x3x4xf32>) {
  %a = "IE.Slice"(%x) {static_offsets = [0, 1, 2], static_sizes = [2, 2, 1]} : (tensor<2x3x4xf32>) -> tensor<2x2x1xf32>
  return
}
