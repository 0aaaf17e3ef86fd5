// REQUIRES: z3
// RUN: layoutc %s --passes='lower-addressing,simplify-index,check-addresses{smt=true}' --verify-diagnostics --split-input-file --emit=none

// Too many slots to compare all of them: the solver proves the functions.
layout.tensor @nhwc : tensor<64x256x112x112xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>, strides = [3211264, 1, 28672, 256]}>
layout.address @of_nhwc of @nhwc {form = "inverse"}
layout.tensor @rows : tensor<4000x4001xf16, {order = affine_map<(d0, d1) -> (d0, d1)>, strides = [4032, 1]}>
layout.address @of_rows of @rows {form = "inverse"}
layout.address @long_of_rows of @rows {form = "inverse", index = "i64"}

// -----

// Windows of 3 in rows of 5000: the first of three candidates is the least index.
layout.descriptor @windows {
  %h, %w = layout.packed [1000, 5000]
  %y = layout.pass_through %h
  %pw = layout.pad %w low 1 high 1
  %x, %s = layout.embed %pw into [5000, 3] strides [1, 1]
  layout.yield %y, %x, %s
}
layout.address @of_windows of @windows {form = "inverse"}

// -----

// The function is wrong at a single slot, which is not sampled.
layout.tensor @big : tensor<4096x4096xf16>
// expected-error @below {{`@once` and `@big` differ at slot 12345678: the function returns index [3014, 335], but the slot has index [3014, 334]}}
// expected-note @below {{pass `check-addresses` failed with 1 error}}
func.func @once(%slot: i32) -> (i32, i32, i1) attributes {layout.address = {form = "inverse", of = @big, unit = "element", lengths = array<i64: 4096, 4096>, offsets = array<i64: 0, 16777215>}} {
  %length = "arith.constant"() <{value = 4096 : i32}> : () -> i32
  %there = "arith.constant"() <{value = 12345678 : i32}> : () -> i32
  %true = "arith.constant"() <{value = true}> : () -> i1
  %0 = "arith.divui"(%slot, %length) : (i32, i32) -> i32
  %1 = "arith.remui"(%slot, %length) : (i32, i32) -> i32
  %2 = "arith.cmpi"(%slot, %there) <{predicate = 0 : i64}> : (i32, i32) -> i1
  %3 = "arith.extui"(%2) : (i1) -> i32
  %4 = "arith.addi"(%1, %3) : (i32, i32) -> i32
  return %0, %4, %true : i32, i32, i1
}
