// RUN: layoutc %s | FileCheck %s
// RUN: layoutc %s --emit=generic | layoutc | FileCheck %s

// An offset, size and stride for each dim.
// CHECK: %a = "memref.subview"(%x) {operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0, 1, 0>, static_sizes = array<i64: 2, 2, 4>, static_strides = array<i64: 1, 1, 1>} : (memref<2x3x4xf32>) -> memref<2x2x4xf32, strided<[12, 4, 1], offset: 4>>
func.func @f(%x: memref<2x3x4xf32>) {
  %a = "memref.subview"(%x) {operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0, 1, 0>, static_sizes = array<i64: 2, 2, 4>, static_strides = array<i64: 1, 1, 1>} : (memref<2x3x4xf32>) -> memref<2x2x4xf32, strided<[12, 4, 1], offset: 4>>
  return
}
