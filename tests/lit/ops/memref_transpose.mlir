// RUN: layoutc %s | FileCheck %s
// RUN: layoutc %s --emit=generic | layoutc | FileCheck %s

// The map permutes the dims.
// CHECK: %a = "memref.transpose"(%x) {permutation = affine_map<(d0, d1, d2) -> (d0, d2, d1)>} : (memref<2x3x4xf32>) -> memref<2x4x3xf32, strided<[12, 1, 4]>>
func.func @f(%x: memref<2x3x4xf32>) {
  %a = "memref.transpose"(%x) {permutation = affine_map<(d0, d1, d2) -> (d0, d2, d1)>} : (memref<2x3x4xf32>) -> memref<2x4x3xf32, strided<[12, 1, 4]>>
  return
}
