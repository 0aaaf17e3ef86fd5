// RUN: layoutc %s --passes=check-addresses | FileCheck %s
// RUN: layoutc %s --passes=check-addresses --emit=none --stats 2>&1 | FileCheck %s --check-prefix=STATS

// The module stays as it is, and functions without the attribute are not looked at.
// CHECK: func.func @other(%x: f32) -> f32
func.func @other(%x: f32) -> f32 {
  return %x : f32
}

layout.tensor @x : tensor<4x5xf32>
// CHECK: func.func @shifted(
func.func @shifted(%d0: i16, %d1: i16) -> i32 attributes {layout.address = {of = @x, unit = "byte", lengths = array<i64: 4, 5>}} {
  %five = "arith.constant"() <{value = 5 : i16}> : () -> i16
  %two = "arith.constant"() <{value = 2 : i32}> : () -> i32
  %0 = "arith.muli"(%d0, %five) : (i16, i16) -> i16
  %1 = "arith.addi"(%0, %d1) : (i16, i16) -> i16
  %2 = "arith.extui"(%1) : (i16) -> i32
  %3 = "arith.shli"(%2, %two) : (i32, i32) -> i32
  return %3 : i32
}

// One comparison of a difference that wraps is as good as two.
layout.descriptor @halo {
  %m = layout.packed [38]
  %i = layout.pad %m low 1 high 1
  layout.yield %i
}
func.func @one_test(%d0: i32) -> (i32, i1) attributes {layout.address = {of = @halo, unit = "element", lengths = array<i64: 40>}} {
  %one = "arith.constant"() <{value = 1 : i32}> : () -> i32
  %most = "arith.constant"() <{value = 38 : i32}> : () -> i32
  %0 = "arith.subi"(%d0, %one) : (i32, i32) -> i32
  %1 = "arith.cmpi"(%0, %most) <{predicate = 6 : i64}> : (i32, i32) -> i1
  return %0, %1 : i32, i1
}

// Too many indices are compared in part, which is told.
// STATS: remark[L0406]: `@part` was compared with `@large` at 65540 of 4294967296 indices, which does not prove that they are equal
layout.tensor @large : tensor<65536x65536xi8>
func.func @part(%d0: i64, %d1: i64) -> i64 attributes {layout.address = {of = @large, unit = "element", lengths = [65536, 65536]}} {
  %0 = "arith.constant"() <{value = 16 : i64}> : () -> i64
  %1 = "arith.shli"(%d0, %0) : (i64, i64) -> i64
  %2 = "arith.ori"(%1, %d1) : (i64, i64) -> i64
  return %2 : i64
}

// STATS: 3 check-addresses (1): functions checked
// STATS: 65600 check-addresses (1): indices compared
// STATS: 1 check-addresses (1): functions that wrap
