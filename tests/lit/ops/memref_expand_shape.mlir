// RUN: layoutc %s | FileCheck %s
// RUN: layoutc %s --emit=generic | layoutc | FileCheck %s

// Each dim becomes a group of dims.
// CHECK: %a = "memref.expand_shape"(%x) {reassociation = {{\[\[}}0], [1], [2, 3]], static_output_shape = array<i64: 2, 3, 2, 2>} : (memref<2x3x4xf32>) -> memref<2x3x2x2xf32>
func.func @f(%x: memref<2x3x4xf32>) {
  %a = "memref.expand_shape"(%x) {reassociation = [[0], [1], [2, 3]], static_output_shape = array<i64: 2, 3, 2, 2>} : (memref<2x3x4xf32>) -> memref<2x3x2x2xf32>
  return
}
