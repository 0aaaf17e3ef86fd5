// Requests for functions are lowered to C, and simplified if no passes are named.

// RUN: layoutc %s --passes=resolve-strides,lower-addressing --emit=c | FileCheck %s
// RUN: layoutc %s --emit=c | FileCheck %s --check-prefix=SIMPLE

// Strides are resolved first: the stride of rows is 8.
layout.tensor @x : tensor<4x5xf16, {reqs = #layout.reqs<m0: aligned<16 bytes>>}>
layout.address @bytes_x of @x {unit = "byte"}

// CHECK: `@bytes_x`: the offset of an element of `@x` in bytes, for d0 < 4, d1 < 5
// CHECK-NEXT: LAYOUTC_FN uint32_t bytes_x(uint32_t d0, uint32_t d1)
// CHECK-NEXT: {
// CHECK-NEXT: const uint32_t [[ROW:d0_offset]] = d0 * 16u;
// CHECK-NEXT: const uint32_t [[COLUMN:d1_offset]] = d1 * 2u;
// CHECK-NEXT: const uint32_t [[BYTE:offset]] = [[ROW]] + [[COLUMN]];
// CHECK-NEXT: return [[BYTE]];

// SIMPLE: LAYOUTC_FN uint32_t bytes_x(uint32_t d0, uint32_t d1)
// SIMPLE-NEXT: {
// SIMPLE-NOT: *
// SIMPLE: return offset{{.*}};

// Indices in the second half of the columns are invalid.
layout.descriptor @padded {
  %m, %n = layout.packed [3, 4]
  %i = layout.pass_through %m
  %j = layout.pad %n low 0 high 4
  layout.yield %i, %j
}
layout.address @offset_padded of @padded {index = "i64"}

// CHECK: LAYOUTC_FN bool offset_padded(uint64_t i, uint64_t j, uint64_t *offset)
// CHECK-NEXT: {
// CHECK: const bool [[VALID:j_valid]] = j < 4ull;
// CHECK: *offset = offset_2;
// CHECK-NEXT: return [[VALID]];

// SIMPLE: LAYOUTC_FN bool offset_padded(uint64_t i, uint64_t j, uint64_t *offset)
// SIMPLE-NOT: i *
// SIMPLE: const bool [[VALID:j_narrow_valid]] = j_narrow < 4u;
// SIMPLE: return [[VALID]];
