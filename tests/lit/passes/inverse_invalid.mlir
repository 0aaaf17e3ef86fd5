// RUN: layoutc %s --passes=lower-addressing,check-addresses --verify-diagnostics --split-input-file --emit=none

layout.tensor @x : tensor<?x4xf32>
// expected-error @below {{`@x` has no addressing function with `form = "inverse"`: the length of d0 is dynamic, so the number of slots is unknown}}
// expected-note @below {{pass `lower-addressing` failed with 1 error}}
layout.address @f of @x {form = "inverse"}

// -----

// After a cyclic shift, the least index depends on the amount, so each of the 1000 indices is a candidate.
layout.descriptor @x {
  %m = layout.packed [4]
  %i = layout.pass_through %m
  %a = layout.insert 1000
  %b = layout.cyclic_shift %a by 1
  layout.yield %i, %b
}
// expected-error @below {{`@x` has no addressing function with `form = "inverse"`: the inverse has more than 64 candidates for the index of a slot because of the `insert` of the layout}}
// expected-note @below {{`layoutc eval --inverse` searches the index of a single slot}}
// expected-note @below {{pass `lower-addressing` failed with 1 error}}
layout.address @f of @x {form = "inverse"}

// -----

layout.descriptor @x {
  %m, %n = layout.strided [100, 100] strides [1, 1]
  %i = layout.pass_through %m
  %j = layout.pass_through %n
  layout.yield %i, %j
}
// expected-error @below {{`@x` has no addressing function with `form = "inverse"`: the inverse has more than 64 candidates for the index of a slot because of the strides of the layout}}
// expected-note @below {{`layoutc eval --inverse` searches the index of a single slot}}
// expected-note @below {{pass `lower-addressing` failed with 1 error}}
layout.address @f of @x {form = "inverse"}

// -----

layout.tensor @x : tensor<4x5xf32>
// expected-error @below {{`@f` and `@x` differ at slot 5: the function returns index [0, 0], but the slot has index [1, 0]}}
// expected-note @below {{pass `check-addresses` failed with 1 error}}
func.func @f(%slot: i32) -> (i32, i32, i1) attributes {layout.address = {form = "inverse", of = @x, unit = "element", lengths = array<i64: 4, 5>, offsets = array<i64: 0, 19>}} {
  %five = "arith.constant"() <{value = 5 : i32}> : () -> i32
  %zero = "arith.constant"() <{value = 0 : i32}> : () -> i32
  %true = "arith.constant"() <{value = true}> : () -> i1
  %1 = "arith.remui"(%slot, %five) : (i32, i32) -> i32
  return %zero, %1, %true : i32, i32, i1
}

// -----

// A window of 2 at 3 positions: slot 1 has the indices [0, 1] and [1, 0].
layout.descriptor @x {
  %m = layout.packed [4]
  %at, %in = layout.embed %m into [3, 2] strides [1, 1]
  layout.yield %at, %in
}
// expected-error @below {{`@f` and `@x` differ at slot 1: the function returns index [1, 0], but the slot has index [0, 1]}}
// expected-note @below {{pass `check-addresses` failed with 1 error}}
func.func @f(%slot: i32) -> (i32, i32, i1) attributes {layout.address = {form = "inverse", of = @x, unit = "element", lengths = array<i64: 3, 2>, offsets = array<i64: 0, 3>}} {
  %zero = "arith.constant"() <{value = 0 : i32}> : () -> i32
  %true = "arith.constant"() <{value = true}> : () -> i1
  return %slot, %zero, %true : i32, i32, i1
}

// -----

layout.tensor @x : tensor<2x2xf32, {order = affine_map<(d0, d1) -> (d0, d1)>, strides = [3, 1]}>
// expected-error @below {{`@f` and `@x` differ at slot 2: the function returns index [0, 2], but the slot has no index}}
func.func @f(%slot: i32) -> (i32, i32, i1) attributes {layout.address = {form = "inverse", of = @x, unit = "element", lengths = array<i64: 2, 2>, offsets = array<i64: 0, 5>}} {
  %zero = "arith.constant"() <{value = 0 : i32}> : () -> i32
  %true = "arith.constant"() <{value = true}> : () -> i1
  return %zero, %slot, %true : i32, i32, i1
}
// expected-error @below {{`@g` and `@x` differ at slot 0: the function reports no index, but the slot has index [0, 0]}}
// expected-note @below {{pass `check-addresses` failed with 2 errors}}
func.func @g(%slot: i32) -> (i32, i32, i1) attributes {layout.address = {form = "inverse", of = @x, unit = "element", lengths = array<i64: 2, 2>, offsets = array<i64: 0, 5>}} {
  %false = "arith.constant"() <{value = false}> : () -> i1
  return %slot, %slot, %false : i32, i32, i1
}

// -----

layout.tensor @x : tensor<4xf32>
// expected-error @below {{`@x` has slots 0 to 3, but `offsets` are 0 to 2}}
func.func @f(%slot: i32) -> (i32, i1) attributes {layout.address = {form = "inverse", of = @x, unit = "element", lengths = array<i64: 4>, offsets = array<i64: 0, 2>}} {
  %true = "arith.constant"() <{value = true}> : () -> i1
  return %slot, %true : i32, i1
}
// expected-error @below {{an inverse of `@x` must return 1 index component and an i1}}
func.func @g(%slot: i32) -> i32 attributes {layout.address = {form = "inverse", of = @x, unit = "element", lengths = array<i64: 4>, offsets = array<i64: 0, 3>}} {
  return %slot : i32
}
// expected-error @below {{an inverse reads slots, so its `unit` must be "element"}}
func.func @h(%slot: i32) -> (i32, i1) attributes {layout.address = {form = "inverse", of = @x, unit = "byte", lengths = array<i64: 4>, offsets = array<i64: 0, 3>}} {
  %true = "arith.constant"() <{value = true}> : () -> i1
  return %slot, %true : i32, i1
}
// expected-error @below {{the function has 2 arguments, but `@x` has a slot}}
// expected-note @below {{pass `check-addresses` failed with 4 errors}}
func.func @i(%slot: i32, %d0: i32) -> (i32, i1) attributes {layout.address = {form = "inverse", of = @x, unit = "element", lengths = array<i64: 4>, offsets = array<i64: 0, 3>}} {
  %true = "arith.constant"() <{value = true}> : () -> i1
  return %slot, %true : i32, i1
}
