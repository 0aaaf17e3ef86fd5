// RUN: layoutc %s --passes= --emit=c | FileCheck %s

// CHECK: layoutc. For C99, C++11 and OpenCL C 1.2
// CHECK-NEXT: #ifndef [[GUARD:LAYOUTC_C_[0-9A-F]+_H]]
// CHECK-NEXT: #define [[GUARD]]
// CHECK: #include <stdbool.h>
// CHECK-NEXT: #include <stdint.h>
// CHECK: #ifndef LAYOUTC_FN
// CHECK-NEXT: #define LAYOUTC_FN static inline
// CHECK: #define X_SLOTS 32ull
// CHECK: #define X_SIZE_BYTES 64ull
// CHECK: #define X_OFFSET 0ull

layout.tensor @x : tensor<4x5xf16, {strides = [8, 1]}>
layout.descriptor @rows {
  %m, %n = layout.packed [3, 4]
  %j = layout.pad %n low 0 high 1
  %i = layout.pass_through %m
  layout.yield %i, %j
}

// CHECK: `@offset_x`: the offset of an element of `@x` in bytes, for d0 < 4, d1 < 5
// CHECK-NEXT: LAYOUTC_FN uint32_t offset_x(uint32_t d0, uint32_t d1)
// CHECK-NEXT: {
// CHECK-NEXT: const uint32_t d0_offset = d0 << 3;
// CHECK-NEXT: const uint32_t offset = d0_offset + d1;
// CHECK-NEXT: const uint32_t offset_2 = offset * 2u;
// CHECK-NEXT: return offset_2;
// CHECK-NEXT: }
func.func @offset_x(%d0: i32, %d1: i32) -> i32
    attributes {layout.address = {lengths = array<i64: 4, 5>, of = @x, unit = "byte"}} {
  %two = "arith.constant"() {value = 2 : i32} : () -> i32
  %three = "arith.constant"() {value = 3 : i32} : () -> i32
  %0 = "arith.shli"(%d0, %three) : (i32, i32) -> i32
  %1 = "arith.addi"(%0, %d1) : (i32, i32) -> i32
  %2 = "arith.muli"(%1, %two) : (i32, i32) -> i32
  return %2 : i32
}

// A keyword is not a valid name, and an index in padding is invalid.
// CHECK: `@register`: the offset of an element of `@rows` in elements, for i < 3, j < 5
// CHECK-NEXT: returns false if the index has no element
// CHECK-NEXT: LAYOUTC_FN bool register_fn(uint64_t i, uint64_t j, uint64_t *offset)
// CHECK-NEXT: {
// CHECK-NEXT: const uint64_t i_offset = i * 4ull;
// CHECK-NEXT: const uint64_t offset_2 = i_offset + j;
// CHECK-NEXT: const bool j_valid = j < 4ull;
// CHECK-NEXT: *offset = offset_2;
// CHECK-NEXT: return j_valid;
// CHECK-NEXT: }
func.func @register(%d0: i64, %d1: i64) -> (i64, i1)
    attributes {layout.address = {lengths = array<i64: 3, 5>, of = @rows, unit = "element"}} {
  %four = "arith.constant"() {value = 4 : i64} : () -> i64
  %0 = "arith.muli"(%d0, %four) : (i64, i64) -> i64
  %1 = "arith.addi"(%0, %d1) : (i64, i64) -> i64
  %2 = "arith.cmpi"(%d1, %four) {predicate = 6 : i64} : (i64, i64) -> i1
  return %1, %2 : i64, i1
}

// Other functions are not emitted.
// CHECK-NOT: @main
func.func @main(%x: tensor<4x5xf16>) {
  return
}
// CHECK: #endif
