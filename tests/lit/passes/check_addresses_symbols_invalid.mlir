// RUN: layoutc %s --passes=check-addresses --emit=none --verify-diagnostics --split-input-file

layout.notation @x "torch:(s0,s1):(s1,1) where s0 in 1..8, s1 in 1..8"
// expected-error @below {{`@f` and `@x` differ at s0 = 2, s1 = 1 at [1, 0]: the function returns 2, but the layout has offset 1}}
func.func @f(%d0: i32, %d1: i32, %s1: i32) -> i32 attributes {layout.address = {lengths = array<i64: 8, 8>, of = @x, symbol_ranges = array<i64: 1, 8>, symbols = ["s1"], unit = "element"}} {
  %one = "arith.constant"() {value = 1 : i32} : () -> i32
  %0 = "arith.addi"(%s1, %one) : (i32, i32) -> i32
  %1 = "arith.muli"(%d0, %0) : (i32, i32) -> i32
  %2 = "arith.addi"(%1, %d1) : (i32, i32) -> i32
  return %2 : i32
}

// -----

layout.notation @x "torch:(s0,s1):(s1,1) where s0 in 1..8, s1 in 1..8"
// expected-error @below {{`s1` is within 1 to 8 in `@x`, but `symbol_ranges` are 1 to 4}}
func.func @f(%d0: i32, %d1: i32, %s1: i32) -> i32 attributes {layout.address = {lengths = array<i64: 8, 8>, of = @x, symbol_ranges = array<i64: 1, 4>, symbols = ["s1"], unit = "element"}} {
  return %d0 : i32
}
// expected-error @below {{`@x` has no symbol `s7`}}
func.func @g(%d0: i32, %d1: i32, %s7: i32) -> i32 attributes {layout.address = {lengths = array<i64: 8, 8>, of = @x, symbol_ranges = array<i64: 1, 8>, symbols = ["s7"], unit = "element"}} {
  return %d0 : i32
}
// expected-error @below {{the length of d0 is 5, but `lengths` has 4}}
func.func @h(%d0: i32, %d1: i32, %s1: i32) -> i32 attributes {layout.address = {lengths = array<i64: 4, 8>, of = @x, symbol_ranges = array<i64: 1, 8>, symbols = ["s1"], unit = "element"}} {
  %1 = "arith.muli"(%d0, %s1) : (i32, i32) -> i32
  %2 = "arith.addi"(%1, %d1) : (i32, i32) -> i32
  return %2 : i32
}

// -----

// A function of many values is proven by rules.
layout.notation @wide "torch:(s0,s1):(s1,1) where s0 in 1..4000, s1 in 1..4000"
func.func @f(%d0: i32, %d1: i32, %s1: i32) -> i32 attributes {layout.address = {lengths = array<i64: 4000, 4000>, of = @wide, symbol_ranges = array<i64: 1, 4000>, symbols = ["s1"], unit = "element"}} {
  %1 = "arith.muli"(%d0, %s1) : (i32, i32) -> i32
  %2 = "arith.addi"(%1, %d1) : (i32, i32) -> i32
  return %2 : i32
}
// expected-remark @below {{which does not prove that they are equal}}
// expected-note @below {{no proof for all values: the function has an operation without a proof}}
func.func @g(%d0: i32, %d1: i32, %s1: i32) -> i32 attributes {layout.address = {lengths = array<i64: 4000, 4000>, of = @wide, symbol_ranges = array<i64: 1, 4000>, symbols = ["s1"], unit = "element"}} {
  %0 = "arith.minui"(%s1, %s1) : (i32, i32) -> i32
  %1 = "arith.muli"(%d0, %0) : (i32, i32) -> i32
  %2 = "arith.addi"(%1, %d1) : (i32, i32) -> i32
  return %2 : i32
}
// expected-error @below {{`@h` and `@wide` differ}}
func.func @h(%d0: i32, %d1: i32, %s1: i32) -> i32 attributes {layout.address = {lengths = array<i64: 4000, 4000>, of = @wide, symbol_ranges = array<i64: 1, 4000>, symbols = ["s1"], unit = "element"}} {
  %1 = "arith.muli"(%d1, %s1) : (i32, i32) -> i32
  %2 = "arith.addi"(%1, %d0) : (i32, i32) -> i32
  return %2 : i32
}

// -----

layout.notation @x "torch:(s0,s1):(s1,1) where s0 in 1..8, s1 in 1..8"
// expected-error @below {{`layout.address` must have both `symbols` and `symbol_ranges`}}
func.func @f(%d0: i32, %d1: i32, %s1: i32) -> i32 attributes {layout.address = {lengths = array<i64: 8, 8>, of = @x, symbols = ["s1"], unit = "element"}} {
  return %d0 : i32
}

// -----

// The validity of indices is proven as well.
layout.descriptor @padded symbols [s0, s1] where affine_set<()[s0, s1] : (4000 - s0 >= 0, 4000 - s1 >= 0)> {
  %m, %n = layout.packed [s0, s1]
  %i = layout.pad %m low 2 high 3
  %j = layout.pass_through %n
  layout.yield %i, %j
}
func.func @valid(%d0: i32, %d1: i32, %s0: i32, %s1: i32) -> (i32, i1) attributes {layout.address = {lengths = array<i64: 4005, 4000>, of = @padded, symbol_ranges = array<i64: 1, 4000, 1, 4000>, symbols = ["s0", "s1"], unit = "element"}} {
  %two = arith.constant 2 : i32
  %0 = arith.subi %d0, %two : i32
  %1 = arith.muli %0, %s1 : i32
  %2 = arith.addi %1, %d1 : i32
  %3 = arith.cmpi uge, %d0, %two : i32
  %4 = arith.addi %s0, %two : i32
  %5 = arith.cmpi ult, %d0, %4 : i32
  %6 = arith.andi %3, %5 : i1
  return %2, %6 : i32, i1
}

// -----

// The index of a function of groups counts groups.
layout.notation @x "torch:(s0,s1):(s1,1) where s0 in 1..8, s1 in 4..8 by 4"
// expected-error @below {{`@f` and `@x` differ at s0 = 1, s1 = 8 at [0, 1]: the function returns 1, but the layout has offset 4}}
func.func @f(%d0: i32, %d1: i32, %s1: i32) -> i32 attributes {layout.address = {lengths = array<i64: 8, 2>, of = @x, symbol_ranges = array<i64: 4, 8>, symbols = ["s1"], unit = "element", vector = array<i64: 1, 4>}} {
  %0 = "arith.muli"(%d0, %s1) : (i32, i32) -> i32
  %1 = "arith.addi"(%0, %d1) : (i32, i32) -> i32
  return %1 : i32
}
// expected-error @below {{`@x` has no addressing function with `vector = array<i64: 1, 8>`: the length of d1, `s1`, is not a multiple of 8}}
// expected-note @below {{s0 = 1, s1 = 4}}
func.func @g(%d0: i32, %d1: i32, %s1: i32) -> i32 attributes {layout.address = {lengths = array<i64: 8, 1>, of = @x, symbol_ranges = array<i64: 4, 8>, symbols = ["s1"], unit = "element", vector = array<i64: 1, 8>}} {
  return %d0 : i32
}
