// RUN: layoutc %s --passes=lower-addressing | FileCheck %s
// RUN: layoutc %s --passes=lower-addressing --emit=generic | layoutc --passes=check-addresses{smt=all} --emit=none --stats 2>&1 | FileCheck %s --check-prefix=STATS

layout.tensor @x : tensor<4x8xf32, {strides = [12, 1]}>

// The index counts groups of 4, and their number is the length.
// CHECK-LABEL: func.func @groups(%d0: i32, %d1: i32) -> i32
// CHECK-SAME: layout.address = {lengths = array<i64: 4, 2>, of = @x, unit = "element", vector = array<i64: 1, 4>}
layout.address @groups of @x {vector = array<i64: 1, 4>}

// The last argument of a step is the offset. The function of the sum does not use it.
// CHECK-LABEL: func.func @east(%d0: i32, %d1: i32, %offset: i32) -> i32
// CHECK-SAME: layout.address = {lengths = array<i64: 4, 8>, of = @x, offsets = array<i64: 0, 43>, step = array<i64: 0, 1>, total, unit = "element"}
// CHECK-NEXT: %0 = arith.constant 1 : i32
// CHECK-NEXT: %1 = arith.addi %d1, %0 : i32
// CHECK-NOT: %offset
// CHECK: return
layout.address @east of @x {step = array<i64: 0, 1>}

// Offsets have the unit of the function.
// CHECK-LABEL: func.func @northeast
// CHECK-SAME: offsets = array<i64: 0, 172>, step = array<i64: -1, 1>, total, unit = "byte"
layout.address @northeast of @x {step = array<i64: -1, 1>, unit = "byte"}

// CHECK-LABEL: func.func @none(%d0: i64, %d1: i64, %offset: i64) -> i64
layout.address @none of @x {step = array<i64: 0, 0>, index = "i64"}

// Offsets can be negative.
// CHECK-LABEL: func.func @back
// CHECK-SAME: offsets = array<i64: -7, 0>
layout.descriptor @backward {
  %m = layout.strided [8] strides [-1]
  %i = layout.pass_through %m
  layout.yield %i
}
layout.address @back of @backward {step = array<i64: 1>}

// The predicate is that of the first element, or of the sum.
// CHECK-LABEL: func.func @groups_of_halo(%d0: i32) -> (i32, i1)
// CHECK-LABEL: func.func @step_of_halo(%d0: i32, %offset: i32) -> (i32, i1)
layout.descriptor @halo {
  %m = layout.packed [16]
  %i = layout.pad %m low 4 high 12
  layout.yield %i
}
layout.address @groups_of_halo of @halo {vector = array<i64: 4>}
layout.address @step_of_halo of @halo {step = array<i64: 3>}

// A dynamic length, which a step or a group of another dim does not split.
// CHECK-LABEL: func.func @dynamic_groups(%d0: i64, %d1: i64) -> i64
// CHECK-LABEL: func.func @dynamic_step(%d0: i64, %d1: i64, %offset: i64) -> i64
layout.tensor @dynamic : tensor<?x8xf32, {strides = [8, 1]}>
layout.address @dynamic_groups of @dynamic {vector = array<i64: 1, 8>}
layout.address @dynamic_step of @dynamic {step = array<i64: 1, -1>}

// STATS: functions checked
// STATS-NOT: without a proof
