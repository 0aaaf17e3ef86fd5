// RUN: layoutc %s --passes=lower-addressing | FileCheck %s
// RUN: layoutc %s --passes=lower-addressing,simplify-index,check-addresses --emit=none --stats 2>&1 | FileCheck %s --check-prefix=STATS
// RUN: layoutc %s --emit=c | FileCheck %s --check-prefix=C

// A divisor is a parameter as a multiplier and a shift; the remainder also needs the divisor.
// CHECK: func.func @paged(%d0: i32, %d1: i32, %s1: i32, %s2: i32, %s1_multiplier: i32, %s1_shift: i32) -> i32
// CHECK-SAME: divisors = affine_map<()[s0, s1, s2] -> (s1)>
// CHECK-SAME: symbols = ["s1", "s2", "s1_multiplier", "s1_shift"]
// CHECK-NOT: arith.div
// CHECK-NOT: arith.rem
// CHECK: arith.mului_extended
// CHECK: arith.shrui %{{.*}}, %s1_shift
layout.notation @pages "tvm:[s0,8] lambda d0,d1: (d0//s1*s2+d0%s1*8+d1) where s0 in 1..64, s1 in 1..16, s2 in 128..512 by 128"
layout.address @paged of @pages {division = "reciprocal"}

// C: LAYOUTC_FN uint32_t paged(uint32_t d0, uint32_t d1, uint32_t s1, uint32_t s2, uint32_t s1_multiplier, uint32_t s1_shift)
// C: LAYOUTC_FN void paged_reciprocals(int64_t s0, int64_t s1, int64_t s2, uint32_t *out)

// A quotient alone needs no divisor. Words of 64 bits have reciprocals as well.
// CHECK: func.func @merged(%d0: i64, %b: i64, %b_multiplier: i64, %b_shift: i64) -> i64
layout.descriptor @rows symbols [a, b] where affine_set<()[s0, s1] : (4000 - s0 >= 0, 4000 - s1 >= 0)> {
  %m, %n = layout.aligned [a, b] to 16
  %i = layout.merge %m, %n
  layout.yield %i
}
layout.address @merged of @rows {division = "reciprocal", index = "i64"}

// STATS-DAG: 2 check-addresses (3): functions checked
// STATS-DAG: 2 check-addresses (3): functions proven{{$}}
