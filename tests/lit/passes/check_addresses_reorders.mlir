// RUN: layoutc %s --passes=check-addresses --verify-diagnostics --split-input-file --emit=none

// The kernel of a reorder is compared with the copy that the core computes, slot by slot.

func.func @f(%x: tensor<4x5xi16>) {
  %y = layout.reorder %x {layout.kernel = @copy} : tensor<4x5xi16> -> tensor<4x5xi16, {order = affine_map<(d0, d1) -> (d1, d0)>, strides = [1, 5]}>
  return
}
// The last slot of each row of 5 is padding, which the function does not report.
// expected-error @below {{`@copy` and `@f:%y` differ at index [4]: the index is invalid in the layout, but the function has no second result to report that}}
// expected-note @below {{pass `check-addresses` failed with 1 error}}
func.func private @copy(%slot: i32) -> i32 attributes {layout.address = {kernel = "fill", lengths = array<i64: 25>, source = 20 : i64, unit = "element"}} {
  %five = "arith.constant"() <{value = 5 : i32}> : () -> i32
  %0 = "arith.remui"(%slot, %five) : (i32, i32) -> i32
  %1 = "arith.divui"(%slot, %five) : (i32, i32) -> i32
  %2 = "arith.muli"(%0, %five) : (i32, i32) -> i32
  %3 = "arith.addi"(%1, %2) : (i32, i32) -> i32
  return %3 : i32
}

// -----

func.func @f(%x: tensor<4xi16>) {
  %y = layout.reorder %x {layout.kernel = @copy} : tensor<4xi16> -> tensor<4xi16, {order = affine_map<(d0) -> (d0)>, strides = [1]}>
  return
}
// expected-error @below {{`source` must be 4, the number of slots of the source, but is 5}}
// expected-note @below {{pass `check-addresses` failed with 1 error}}
func.func private @copy(%slot: i32) -> i32 attributes {layout.address = {kernel = "fill", lengths = array<i64: 4>, source = 5 : i64, unit = "element"}} {
  return %slot : i32
}

// -----

// expected-error @below {{the function is marked as a kernel, but no `layout.reorder` refers to it}}
// expected-note @below {{pass `check-addresses` failed with 1 error}}
func.func private @copy(%slot: i32) -> i32 attributes {layout.address = {kernel = "fill", lengths = array<i64: 4>, source = 4 : i64, unit = "element"}} {
  return %slot : i32
}
