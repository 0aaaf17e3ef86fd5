// RUN: layoutc %s --passes=lower-addressing,simplify-index,check-addresses | FileCheck %s
// RUN: layoutc %s --passes=lower-addressing,simplify-index{cost=slots},check-addresses | FileCheck %s --check-prefix=SLOTS
// RUN: layoutc %s --passes=lower-addressing,simplify-index --emit=spirv-asm | FileCheck %s --check-prefix=SPIRV
// RUN: layoutc %s --emit=c | FileCheck %s --check-prefix=C

// The parameter has more than 32 bits, but its quotient by 16 does not, so that the division by 70000 is one of 32
// bits. Only the last product and sum have 64 bits.
layout.descriptor @flat {
  %a, %b, %c = layout.packed [70000, 70001, 3]
  %t = layout.merge %c, %b, %a
  layout.yield %t
}
// CHECK-LABEL: func.func @offset_flat(%d0: i64) -> i64
// CHECK-NOT: mului_extended {{.*}} : i64
// CHECK: arith.shrui %d0, {{%.*}} : i64
// CHECK: arith.trunci {{%.*}} : i64 to i32
// CHECK: arith.mului_extended {{%.*}} : i32
// CHECK: arith.extui {{%.*}} : i32 to i64
// CHECK: arith.muli {{%.*}} : i64
// CHECK-NOT: arith.muli {{%.*}} : i64
// CHECK: arith.addi {{%.*}} : i64
// CHECK: return {{%.*}} : i64
// SPIRV: OpUConvert
// SPIRV: OpUMulExtended
// C-LABEL: LAYOUTC_FN uint64_t offset_flat(uint64_t t)
// C: (uint32_t)(((uint64_t)
layout.address @offset_flat of @flat

// Every value is below 2^32: the signature alone has 64 bits.
layout.descriptor @image {
  %n, %c, %h, %w = layout.packed [300, 1000, 100, 100]
  %m = layout.merge %n, %h, %w
  %k = layout.pass_through %c
  layout.yield %m, %k
}
// CHECK-LABEL: func.func @offset_image(%d0: i64, %d1: i64) -> i64
// CHECK-NOT: arith.{{(muli|addi|subi|mului_extended|shrui)}} {{.*}} : i64
// CHECK: arith.extui {{%.*}} : i32 to i64
// CHECK-NEXT: return
layout.address @offset_image of @image

// All 2^32 indices and their words are unsigned words of 32 bits; 2^32 + 1 indices are not.
layout.descriptor @most {
  %n, %c = layout.packed [715827883, 6]
  %m = layout.merge %n, %c
  %t = layout.slice %m from 0 to 4294967296
  %q, %r = layout.unmerge %t into [1048576, 4096]
  layout.yield %r, %q
}
// CHECK-LABEL: func.func @offset_most(%d0: i64, %d1: i64) -> i64
// CHECK: arith.shli {{.*}} : i32
// CHECK-NEXT: arith.ori {{.*}} : i32
// CHECK-NEXT: arith.extui
layout.address @offset_most of @most

// Shifts and sums cost the same at both widths, so that conversions would only add cost. A GPU converts at no cost.
layout.tensor @rows : tensor<1048576x512x512xi8>
// CHECK-LABEL: func.func @offset_rows(%d0: i64, %d1: i64, %d2: i64) -> i64
// CHECK-NOT: i32
// CHECK: return {{%.*}} : i64
// SLOTS-LABEL: func.func @offset_rows(%d0: i64, %d1: i64, %d2: i64) -> i64
// SLOTS: arith.ori {{%.*}} : i32
// SLOTS: arith.extui {{%.*}} : i32 to i64
// SLOTS-NEXT: arith.ori {{%.*}} : i64
layout.address @offset_rows of @rows
