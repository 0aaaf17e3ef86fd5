// RUN: layoutc %s --passes=lower-addressing | FileCheck %s
// RUN: layoutc %s --passes=lower-addressing,simplify-index,check-addresses --emit=none --stats 2>&1 | FileCheck %s --check-prefix=STATS

// The index counts groups, and so do the greatest lengths.
// CHECK: func.func @load(%d0: i32, %d1: i32, %s1: i32) -> i32
// CHECK-SAME: {lengths = array<i64: 40, 16>, of = @x, symbol_ranges = array<i64: 4, 64>, symbols = ["s1"], unit = "element", vector = array<i64: 1, 4>}
layout.notation @x "torch:(s0,s1):(s1 ceildiv 8*8,1) where s0 in 1..40, s1 in 4..64 by 4"
layout.address @load of @x {vector = array<i64: 1, 4>}

// The groups of many values are proven by rules.
// CHECK: func.func @wide(%d0: i64, %d1: i64, %s1: i64) -> i64
layout.notation @y "torch:(s0,s1):(s1,1) where s0 in 1..40000, s1 in 8..80000 by 8"
layout.address @wide of @y {vector = array<i64: 1, 8>}

// A group is valid if its first element is.
// CHECK: func.func @edge(%d0: i32, %d1: i32, %a: i32) -> (i32, i1)
layout.descriptor @halo symbols [a] where affine_set<()[s0] : (60 - s0 >= 0)> {
  %m, %n = layout.packed [a, 8]
  %i = layout.pad %m low 1 high 1
  %j = layout.pass_through %n
  layout.yield %i, %j
}
layout.address @edge of @halo {vector = array<i64: 1, 8>}

// STATS-DAG: 3 check-addresses (3): functions checked
// STATS-DAG: 3 check-addresses (3): functions proven{{$}}
