// REQUIRES: z3
// RUN: layoutc %s --passes='check-addresses{smt=true}' --verify-diagnostics --split-input-file --emit=none

// A function of the 205520896 elements of a tensor: all indices are proven, without a remark.
layout.tensor @big : tensor<64x256x112x112xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>, strides = [3211264, 1, 28672, 256]}>
func.func @right(%d0: i32, %d1: i32, %d2: i32, %d3: i32) -> i32 attributes {layout.address = {of = @big, unit = "element", lengths = array<i64: 64, 256, 112, 112>}} {
  %columns = "arith.constant"() <{value = 112 : i32}> : () -> i32
  %eight = "arith.constant"() <{value = 8 : i32}> : () -> i32
  %0 = "arith.muli"(%d0, %columns) : (i32, i32) -> i32
  %1 = "arith.addi"(%0, %d2) : (i32, i32) -> i32
  %2 = "arith.muli"(%1, %columns) : (i32, i32) -> i32
  %3 = "arith.addi"(%2, %d3) : (i32, i32) -> i32
  %4 = "arith.shli"(%3, %eight) : (i32, i32) -> i32
  %5 = "arith.ori"(%4, %d1) : (i32, i32) -> i32
  return %5 : i32
}

// -----

// The function is wrong at a single index, which is not sampled.
layout.tensor @big : tensor<64x256x112x112xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>, strides = [3211264, 1, 28672, 256]}>
// expected-error @below {{`@once` and `@big` differ at index [38, 21, 49, 93]: the function returns 123456790, but the layout has offset 123456789}}
// expected-note @below {{pass `check-addresses` failed with 1 error}}
func.func @once(%d0: i32, %d1: i32, %d2: i32, %d3: i32) -> i32 attributes {layout.address = {of = @big, unit = "element", lengths = array<i64: 64, 256, 112, 112>}} {
  %columns = "arith.constant"() <{value = 112 : i32}> : () -> i32
  %eight = "arith.constant"() <{value = 8 : i32}> : () -> i32
  %there = "arith.constant"() <{value = 123456789 : i32}> : () -> i32
  %0 = "arith.muli"(%d0, %columns) : (i32, i32) -> i32
  %1 = "arith.addi"(%0, %d2) : (i32, i32) -> i32
  %2 = "arith.muli"(%1, %columns) : (i32, i32) -> i32
  %3 = "arith.addi"(%2, %d3) : (i32, i32) -> i32
  %4 = "arith.shli"(%3, %eight) : (i32, i32) -> i32
  %5 = "arith.ori"(%4, %d1) : (i32, i32) -> i32
  %6 = "arith.cmpi"(%5, %there) <{predicate = 0 : i64}> : (i32, i32) -> i1
  %7 = "arith.extui"(%6) : (i1) -> i32
  %8 = "arith.addi"(%5, %7) : (i32, i32) -> i32
  return %8 : i32
}

// -----

// The function reports one index of 10^10 as invalid.
layout.descriptor @wide {
  %m = layout.packed [9999999999]
  %i = layout.pad %m low 1 high 0
  layout.yield %i
}
// expected-error @below {{`@f` and `@wide` differ at index [7654321098]: the function reports the index as invalid, but the layout has offset 7654321097}}
// expected-note @below {{pass `check-addresses` failed with 1 error}}
func.func @f(%d0: i64) -> (i64, i1) attributes {layout.address = {of = @wide, unit = "element", lengths = array<i64: 10000000000>}} {
  %zero = "arith.constant"() <{value = 0 : i64}> : () -> i64
  %one = "arith.constant"() <{value = 1 : i64}> : () -> i64
  %there = "arith.constant"() <{value = 7654321098 : i64}> : () -> i64
  %0 = "arith.subi"(%d0, %one) : (i64, i64) -> i64
  %1 = "arith.cmpi"(%d0, %zero) <{predicate = 1 : i64}> : (i64, i64) -> i1
  %2 = "arith.cmpi"(%d0, %there) <{predicate = 1 : i64}> : (i64, i64) -> i1
  %3 = "arith.andi"(%1, %2) : (i1, i1) -> i1
  return %0, %3 : i64, i1
}

// -----

// The function violates a no-wrap flag at one index, where its result is correct.
layout.tensor @long : tensor<4294967296xi8>
// expected-error @below {{`@f` and `@long` differ at index [3000000000]: the function wraps despite its `overflowFlags`}}
// expected-note @below {{pass `check-addresses` failed with 1 error}}
func.func @f(%d0: i64) -> i64 attributes {layout.address = {of = @long, unit = "element", lengths = array<i64: 4294967296>}} {
  %there = "arith.constant"() <{value = 3000000000 : i64}> : () -> i64
  %one = "arith.constant"() <{value = 1 : i64}> : () -> i64
  %0 = "arith.cmpi"(%d0, %there) <{predicate = 1 : i64}> : (i64, i64) -> i1
  %1 = "arith.extui"(%0) : (i1) -> i64
  // expected-note @below {{caused by this op}}
  %2 = "arith.subi"(%1, %one) <{overflowFlags = #arith.overflow<nuw>}> : (i64, i64) -> i64
  return %d0 : i64
}

// -----

// A function outside of linear arithmetic is reported.
layout.tensor @long : tensor<65536x65536xi8>
// expected-warning @below {{`@f` is not proven equal to `@long`: both factors of a product are variable; `@f` was compared with `@long` at 65540 of 4294967296 indices, which does not prove that they are equal}}
func.func @f(%d0: i64, %d1: i64) -> i64 attributes {layout.address = {of = @long, unit = "element", lengths = array<i64: 65536, 65536>}} {
  %16 = "arith.constant"() <{value = 16 : i64}> : () -> i64
  %0 = "arith.muli"(%d0, %d1) : (i64, i64) -> i64
  %1 = "arith.muli"(%d1, %d0) : (i64, i64) -> i64
  %2 = "arith.subi"(%0, %1) : (i64, i64) -> i64
  %3 = "arith.shli"(%d0, %16) : (i64, i64) -> i64
  %4 = "arith.ori"(%3, %d1) : (i64, i64) -> i64
  %5 = "arith.addi"(%4, %2) : (i64, i64) -> i64
  return %5 : i64
}

// -----

// All indices were compared, which is a proof.
layout.tensor @few : tensor<4x5xi8>
func.func @f(%d0: i32, %d1: i32) -> i32 attributes {layout.address = {of = @few, unit = "element", lengths = array<i64: 4, 5>}} {
  %five = "arith.constant"() <{value = 5 : i32}> : () -> i32
  %0 = "arith.muli"(%d0, %five) : (i32, i32) -> i32
  %1 = "arith.addi"(%0, %d1) : (i32, i32) -> i32
  %2 = "arith.muli"(%d0, %d1) : (i32, i32) -> i32
  return %1 : i32
}
