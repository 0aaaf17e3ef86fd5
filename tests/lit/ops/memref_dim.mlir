// RUN: layoutc %s --passes=resolve-strides | FileCheck %s
// RUN: layoutc %s --emit=generic | layoutc - --passes=resolve-strides | FileCheck %s

// The size of the subview is the length of the dim, so the subview shares the memory.
// CHECK-LABEL: func.func @f(
func.func @f(%x: memref<?x4xf16>) {
  %c0 = arith.constant 0 : index
  // CHECK: "memref.dim"(%x, %c0) : (memref<?x4xf16>, index) -> index
  %n = "memref.dim"(%x, %c0) : (memref<?x4xf16>, index) -> index
  %0 = "memref.subview"(%x, %n) {operandSegmentSizes = array<i32: 1, 0, 1, 0>, static_offsets = array<i64: 0, 1>, static_sizes = array<i64: -9223372036854775808, 2>, static_strides = array<i64: 1, 1>} : (memref<?x4xf16>, index) -> memref<?x2xf16, strided<[4, 1], offset: 1>>
  return
}
