// RUN: layoutc %s --passes=check-addresses --verify-diagnostics --split-input-file --emit=none

layout.tensor @x : tensor<4x8xf32, {strides = [12, 1]}>
// expected-error @below {{`@load` and `@x` differ at index [1, 0]: the function returns 8, but the layout has offset 12}}
func.func @load(%i: i32, %j: i32) -> i32 attributes {layout.address = {lengths = array<i64: 4, 2>, of = @x, unit = "element", vector = array<i64: 1, 4>}} {
  %c8 = arith.constant 8 : i32
  %c4 = arith.constant 4 : i32
  %0 = arith.muli %i, %c8 : i32
  %1 = arith.muli %j, %c4 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
// Rows do not start at multiples of 8.
// expected-error @below {{`@x` has no addressing function with `vector = array<i64: 1, 8>`: groups of 8 along d1 are not vectors: the group at index [1, 0] starts at offset 12, which is not a multiple of 8}}
func.func @load8(%i: i32, %j: i32) -> i32 attributes {layout.address = {lengths = array<i64: 4, 1>, of = @x, unit = "element", vector = array<i64: 1, 8>}} {
  return %i : i32
}
// expected-error @below {{`layout.address` has lengths [4, 8], but `@x` has [4, 2]}}
func.func @lengths(%i: i32, %j: i32) -> i32 attributes {layout.address = {lengths = array<i64: 4, 8>, of = @x, unit = "element", vector = array<i64: 1, 4>}} {
  return %i : i32
}
// expected-error @below {{`@east` and `@x` differ at index [0, 0] plus step [0, 1]: the function returns 2, but the layout has offset 1}}
// expected-note @below {{pass `check-addresses` failed with 4 errors}}
func.func @east(%i: i32, %j: i32, %offset: i32) -> i32 attributes {layout.address = {lengths = array<i64: 4, 8>, of = @x, offsets = array<i64: 0, 43>, step = array<i64: 0, 1>, unit = "element"}} {
  %c2 = arith.constant 2 : i32
  %0 = arith.addi %offset, %c2 : i32
  return %0 : i32
}

// -----

layout.descriptor @halo {
  %m = layout.packed [16]
  %i = layout.pad %m low 4 high 12
  layout.yield %i
}
// An index from 4 to 19 is valid. Its successor is not tested.
// expected-error @below {{`@right` and `@halo` differ at index [19] plus step [1]: the function reports the index as valid, but it is invalid in the layout}}
func.func @right(%i: i32, %offset: i32) -> (i32, i1) attributes {layout.address = {lengths = array<i64: 32>, of = @halo, offsets = array<i64: 0, 15>, step = array<i64: 1>, unit = "element"}} {
  %c1 = arith.constant 1 : i32
  %true = arith.constant true
  %0 = arith.addi %offset, %c1 : i32
  return %0, %true : i32, i1
}
// expected-error @below {{the function has 1 argument, but `@halo` has 1 dim and an offset}}
func.func @no_offset(%i: i32) -> (i32, i1) attributes {layout.address = {lengths = array<i64: 32>, of = @halo, offsets = array<i64: 0, 15>, step = array<i64: 1>, unit = "element"}} {
  %true = arith.constant true
  return %i, %true : i32, i1
}
// expected-error @below {{`layout.address` has no index: an index and its sum with `step` must both be inside `lengths`}}
// expected-note @below {{expected an attribute such as}}
func.func @far(%i: i32, %offset: i32) -> (i32, i1) attributes {layout.address = {lengths = array<i64: 32>, of = @halo, offsets = array<i64: 0, 15>, step = array<i64: 32>, unit = "element"}} {
  %true = arith.constant true
  return %i, %true : i32, i1
}
// expected-error @below {{`offsets` of `layout.address` must be the least and the greatest offset argument}}
// expected-note @below {{expected an attribute such as}}
func.func @range(%i: i32, %offset: i32) -> (i32, i1) attributes {layout.address = {lengths = array<i64: 32>, of = @halo, step = array<i64: 1>, unit = "element"}} {
  %true = arith.constant true
  return %i, %true : i32, i1
}
// expected-error @below {{`layout.address` must have at most one of `form = "inverse"`, `step` and `vector`}}
// expected-note @below {{expected an attribute such as}}
// expected-note @below {{pass `check-addresses` failed with 5 errors}}
func.func @both(%i: i32, %offset: i32) -> (i32, i1) attributes {layout.address = {lengths = array<i64: 32>, of = @halo, step = array<i64: 1>, unit = "element", vector = array<i64: 1>}} {
  %true = arith.constant true
  return %i, %true : i32, i1
}
