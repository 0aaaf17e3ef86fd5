// RUN: layoutc %s | FileCheck %s
// RUN: layoutc %s --emit=generic | layoutc | FileCheck %s

// Each group of dims becomes one dim.
// CHECK: %a = "memref.collapse_shape"(%x) {reassociation = {{\[\[}}0, 1], [2]]} : (memref<2x3x4xf32>) -> memref<6x4xf32>
func.func @f(%x: memref<2x3x4xf32>) {
  %a = "memref.collapse_shape"(%x) {reassociation = [[0, 1], [2]]} : (memref<2x3x4xf32>) -> memref<6x4xf32>
  return
}
