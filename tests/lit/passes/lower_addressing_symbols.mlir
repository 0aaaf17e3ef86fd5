// RUN: layoutc %s --passes=lower-addressing | FileCheck %s
// RUN: layoutc %s --passes=lower-addressing,simplify-index,check-addresses --emit=none --stats 2>&1 | FileCheck %s --check-prefix=STATS

// Only the symbols that matter are parameters, in the order of their declaration.
// CHECK: func.func @rows(%d0: i32, %d1: i32, %s1: i32) -> i32
// CHECK-SAME: {lengths = array<i64: 40, 64>, of = @x, symbol_ranges = array<i64: 8, 64>, symbols = ["s1"], unit = "element"}
// CHECK-NEXT: %0 = arith.muli %d0, %s1 : i32
// CHECK-NEXT: %1 = arith.addi %0, %d1 : i32
// CHECK-NEXT: return %1 : i32
layout.notation @x "torch:(s0,s1):(s1,1) where s0 in 1..40, s1 in 8..64 by 8"
layout.address @rows of @x

// A quotient rounded up adds the divisor minus 1. Shared parts are computed once.
// CHECK: func.func @aligned(%d0: i64, %d1: i64, %s1: i64) -> i64
// CHECK: arith.addi %s1
// CHECK: arith.shrui
// CHECK: arith.shli
// CHECK: arith.muli
layout.notation @aligned_rows "torch:(s0,s1):(s1 ceildiv 8*8,1) where s0 in 1..50, s1 in 1..60"
layout.address @aligned of @aligned_rows {index = "i64"}

// A division by a symbol.
// CHECK: func.func @paged(%d0: i32, %d1: i32, %s1: i32, %s2: i32) -> i32
// CHECK: arith.divui %d0, %s1
// CHECK: arith.remui %d0, %s1
layout.notation @pages "tvm:[s0,8] lambda d0,d1: (d0//s1*s2+d0%s1*8+d1) where s0 in 1..64, s1 in 1..16, s2 in 128..512 by 128"
layout.address @paged of @pages

// STATS-DAG: 3 check-addresses (3): functions checked
// STATS-DAG: 3 check-addresses (3): functions proven{{$}}
