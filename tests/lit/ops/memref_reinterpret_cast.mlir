// RUN: layoutc %s | FileCheck %s
// RUN: layoutc %s --emit=generic | layoutc | FileCheck %s

// The sizes and strides replace those of the operand.
// CHECK: %a = "memref.reinterpret_cast"(%x) {operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 24>, static_strides = array<i64: 1>} : (memref<2x3x4xf32>) -> memref<24xf32, strided<[1]>>
func.func @f(%x: memref<2x3x4xf32>) {
  %a = "memref.reinterpret_cast"(%x) {operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 24>, static_strides = array<i64: 1>} : (memref<2x3x4xf32>) -> memref<24xf32, strided<[1]>>
  return
}
