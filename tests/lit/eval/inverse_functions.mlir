// RUN: layoutc eval %s --of @of_rows --inverse --all | FileCheck %s
// RUN: layoutc eval %s --of @lowered --inverse --offset 6 | FileCheck %s --check-prefix=LOWERED
// RUN: layoutc %s --passes=lower-addressing,check-addresses --emit=none

// An inverse is queried as its layout is, before and after it is lowered.
layout.tensor @rows : tensor<2x3xf32, {order = affine_map<(d0, d1) -> (d0, d1)>, strides = [4, 1]}>
layout.address @of_rows of @rows {form = "inverse"}
// CHECK: {"of":"@of_rows","offset":0,"at":[0,0],"owners":1}
// CHECK: {"of":"@of_rows","offset":3,"at":null,"owners":0}
// CHECK: {"of":"@of_rows","offset":4,"at":[1,0],"owners":1}

// LOWERED: {"of":"@lowered","offset":6,"at":[1,2],"owners":1}
func.func @lowered(%slot: i32) -> (i32, i32, i1) attributes {layout.address = {form = "inverse", of = @rows, unit = "element", lengths = array<i64: 2, 3>, offsets = array<i64: 0, 7>}} {
  %two = "arith.constant"() <{value = 2 : i32}> : () -> i32
  %three = "arith.constant"() <{value = 3 : i32}> : () -> i32
  %0 = "arith.shrui"(%slot, %two) : (i32, i32) -> i32
  %1 = "arith.andi"(%slot, %three) : (i32, i32) -> i32
  %2 = "arith.cmpi"(%1, %three) <{predicate = 6 : i64}> : (i32, i32) -> i1
  return %0, %1, %2 : i32, i32, i1
}
