// RUN: layoutc %s --passes=check-addresses --verify-diagnostics --split-input-file --emit=none

layout.tensor @x : tensor<4xf32>
// expected-error @below {{`@f` and `@x` differ at index [0]: the function returns 2, but the layout has offset 0}}
// expected-note @below {{pass `check-addresses` failed with 1 error}}
func.func @f(%d0: i32) -> i32 attributes {layout.address = {of = @x, unit = "element", lengths = array<i64: 4>}} {
  %two = "arith.constant"() <{value = 2 : i32}> : () -> i32
  %r = "arith.maxui"(%d0, %two) : (i32, i32) -> i32
  return %r : i32
}

// -----

layout.descriptor @halo {
  %m = layout.packed [4]
  %i = layout.pad %m low 1 high 1
  layout.yield %i
}
// expected-error @below {{`@f` and `@halo` differ at index [0]: the index is invalid in the layout, but the function has no second result to report that}}
// expected-note @below {{pass `check-addresses` failed with 1 error}}
func.func @f(%d0: i32) -> i32 attributes {layout.address = {of = @halo, unit = "element", lengths = array<i64: 6>}} {
  return %d0 : i32
}

// -----

layout.descriptor @halo {
  %m = layout.packed [4]
  %i = layout.pad %m low 1 high 1
  layout.yield %i
}
// expected-error @below {{`@f` and `@halo` differ at index [0]: the function reports the index as valid, but it is invalid in the layout}}
// expected-note @below {{pass `check-addresses` failed with 1 error}}
func.func @f(%d0: i32) -> (i32, i1) attributes {layout.address = {of = @halo, unit = "element", lengths = array<i64: 6>}} {
  %one = "arith.constant"() <{value = 1 : i32}> : () -> i32
  %w = "arith.subi"(%d0, %one) : (i32, i32) -> i32
  %t = "arith.constant"() <{value = true}> : () -> i1
  return %w, %t : i32, i1
}

// -----

layout.descriptor @halo {
  %m = layout.packed [4]
  %i = layout.pad %m low 1 high 1
  layout.yield %i
}
// expected-error @below {{`@f` and `@halo` differ at index [1]: the function reports the index as invalid, but the layout has offset 0}}
// expected-note @below {{pass `check-addresses` failed with 1 error}}
func.func @f(%d0: i32) -> (i32, i1) attributes {layout.address = {of = @halo, unit = "element", lengths = array<i64: 6>}} {
  %one = "arith.constant"() <{value = 1 : i32}> : () -> i32
  %w = "arith.subi"(%d0, %one) : (i32, i32) -> i32
  %t = "arith.constant"() <{value = false}> : () -> i1
  return %w, %t : i32, i1
}

// -----

// The function must not trap for invalid indices either.
layout.descriptor @halo {
  %m = layout.packed [4]
  %i = layout.pad %m low 1 high 1
  layout.yield %i
}
// expected-error @below {{`@f` and `@halo` differ at index [0]: the function divides by zero}}
// expected-note @below {{pass `check-addresses` failed with 1 error}}
func.func @f(%d0: i32) -> (i32, i1) attributes {layout.address = {of = @halo, unit = "element", lengths = array<i64: 6>}} {
  %one = "arith.constant"() <{value = 1 : i32}> : () -> i32
  %w = "arith.subi"(%d0, %one) : (i32, i32) -> i32
  // expected-note @below {{caused by this op}}
  %r = "arith.divui"(%one, %d0) : (i32, i32) -> i32
  %t = "arith.constant"() <{value = true}> : () -> i1
  return %w, %t : i32, i1
}

// -----

layout.tensor @x : tensor<4xf32>
// expected-error @below {{`@f` and `@x` differ at index [0]: the function wraps despite its `overflowFlags`}}
// expected-note @below {{pass `check-addresses` failed with 1 error}}
func.func @f(%d0: i32) -> i32 attributes {layout.address = {of = @x, unit = "element", lengths = array<i64: 4>}} {
  %c = "arith.constant"() <{value = -2147483648 : i32}> : () -> i32
  %r = "arith.addi"(%d0, %c) <{overflowFlags = #arith.overflow<nsw>}> : (i32, i32) -> i32
  // expected-note @below {{caused by this op}}
  %s = "arith.addi"(%r, %c) <{overflowFlags = #arith.overflow<nuw>}> : (i32, i32) -> i32
  return %s : i32
}

// -----

layout.tensor @n : tensor<4x6xi4>
// expected-error @below {{`@f` and `@n` differ at index [0, 1]: the element starts within a byte}}
// expected-note @below {{pass `check-addresses` failed with 1 error}}
func.func @f(%d0: i32, %d1: i32) -> i32 attributes {layout.address = {of = @n, unit = "byte", lengths = array<i64: 4, 6>}} {
  return %d0 : i32
}

// -----

layout.tensor @x : tensor<4xf32>
// expected-error @below {{`layout.address` has lengths [5], but `@x` has [4]}}
// expected-note @below {{pass `check-addresses` failed with 1 error}}
func.func @f(%d0: i32) -> i32 attributes {layout.address = {of = @x, unit = "element", lengths = array<i64: 5>}} {
  return %d0 : i32
}

// -----

layout.tensor @x : tensor<4xf32>
// expected-error @below {{the function has 2 arguments, but `@x` has 1 dim}}
// expected-note @below {{pass `check-addresses` failed with 1 error}}
func.func @f(%d0: i32, %d1: i32) -> i32 attributes {layout.address = {of = @x, unit = "element", lengths = array<i64: 4>}} {
  return %d1 : i32
}

// -----

layout.tensor @long : tensor<257xi8>
// expected-error @below {{argument 0 has type `i8`, but must hold every index below 257}}
// expected-note @below {{pass `check-addresses` failed with 1 error}}
func.func @f(%d0: i8) -> i8 attributes {layout.address = {of = @long, unit = "element", lengths = array<i64: 257>}} {
  return %d0 : i8
}

// -----

layout.tensor @x : tensor<4xf32>
// expected-error @below {{an addressing function must return an offset, or an offset and an i1}}
// expected-note @below {{pass `check-addresses` failed with 1 error}}
func.func @f(%d0: i32) attributes {layout.address = {of = @x, unit = "element", lengths = array<i64: 4>}} {
  return
}

// -----

layout.tensor @x : tensor<4xf32>
func.func @f(%d0: i32) -> i32 attributes {layout.address = {of = @x, unit = "element", lengths = array<i64: 4>}} {
  // expected-error @below {{`arith.divsi` is not supported in an addressing function}}
  // expected-note @below {{the supported ops of `arith` are addi, andi, divui, maxui, minui, muli, ori, remui, shli, shrui, subi, xori, cmpi, constant, extui, mului_extended, select, trunci}}
  // expected-note @below {{pass `check-addresses` failed with 1 error}}
  %r = "arith.divsi"(%d0, %d0) : (i32, i32) -> i32
  return %r : i32
}

// -----

layout.tensor @x : tensor<4xf32>
// expected-error @below {{`unit` of `layout.address` must be "element" or "byte"}}
// expected-note @below {{expected an attribute such as `{lengths = array<i64: 4, 5>, of = @x, unit = "element"}`}}
// expected-note @below {{pass `check-addresses` failed with 1 error}}
func.func @f(%d0: i32) -> i32 attributes {layout.address = {of = @x}} {
  return %d0 : i32
}

// -----

layout.tensor @x : tensor<4xf32>
// expected-error @below {{unknown symbol `@y`; expected a descriptor or a tensor}}
// expected-note @below {{did you mean `@x`?}}
// expected-note @below {{pass `check-addresses` failed with 1 error}}
func.func @f(%d0: i32) -> i32 attributes {layout.address = {of = @y, unit = "element", lengths = array<i64: 4>}} {
  return %d0 : i32
}

// -----

layout.tensor @large : tensor<65536x65536xi8>
// expected-error @below {{`@f` and `@large` differ at index [65535, 0]: the function returns 2147450880, but the layout has offset 4294901760}}
// expected-note @below {{pass `check-addresses` failed with 1 error}}
func.func @f(%d0: i64, %d1: i64) -> i64 attributes {layout.address = {of = @large, unit = "element", lengths = array<i64: 65536, 65536>}} {
  %16 = "arith.constant"() <{value = 15 : i64}> : () -> i64
  %1 = "arith.shli"(%d0, %16) : (i64, i64) -> i64
  %2 = "arith.ori"(%1, %d1) : (i64, i64) -> i64
  return %2 : i64
}

// -----

layout.descriptor @d {
  %m = layout.packed [4]
  %i = layout.pass_through %m
  layout.yield %i
}
// expected-error @below {{`@d` has no byte offsets, because its element type is unknown}}
// expected-note @below {{pass `check-addresses` failed with 1 error}}
func.func @f(%d0: i32) -> i32 attributes {layout.address = {of = @d, unit = "byte", lengths = array<i64: 4>}} {
  return %d0 : i32
}
