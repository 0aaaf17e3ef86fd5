// RUN: layoutc %s --passes=check-addresses --verify-diagnostics --split-input-file --emit=none

// The plan of a kernel is proven for any size. These plans are wrong, or incomplete.

!y = tensor<?x2x3xf16, {order = affine_map<(d0, d1, d2) -> (d0, d2, d1)>, strides = [6, 1, 2]}>
func.func @f(%x: tensor<?x2x3xf16>) -> !y {
  %y = layout.reorder %x {layout.kernel = @copy} : tensor<?x2x3xf16> -> !y
  return %y : !y
}
// The strides of the source are those of the target.
// expected-error @below {{the plan of `@copy` is not the copy of `@f:%y`: the source is not the sum of the digits}}
// expected-note @below {{`lower-addressing` writes `layout.plan`}}
// expected-note @below {{pass `check-addresses` failed with 1 error}}
func.func private @copy() attributes {layout.plan = {bits = 16 : i64, digits = [array<i64: 0, 6, 6>, array<i64: 3, 2, 2>, array<i64: 2, 1, 1>], dims = [array<i64: 0>, array<i64: 0>, array<i64: 0>], fills_padding = false, loops = array<i64: 0, 1, 0, 1, 1, 0, 2, 1, 0>, method = "strided", offsets = array<i64: 0, 0>, parts = [array<i64: 0, 1, 0>, array<i64: 2, 1, 3>, array<i64: 1, 1, 2>]}}

// -----

!y = tensor<2x3xf16, {order = affine_map<(d0, d1) -> (d1, d0)>, strides = [1, 2]}>
func.func @f(%x: tensor<2x3xf16>) -> !y {
  %y = layout.reorder %x {layout.kernel = @copy} : tensor<2x3xf16> -> !y
  return %y : !y
}
// A value of x0 has no loop.
// expected-error @below {{the plan of `@copy` is not the copy of `@f:%y`: the loops do not visit each value of x0 once}}
// expected-note @below {{`lower-addressing` writes `layout.plan`}}
// expected-note @below {{pass `check-addresses` failed with 1 error}}
func.func private @copy() attributes {layout.plan = {bits = 16 : i64, digits = [array<i64: 3, 1, 2>, array<i64: 2, 3, 1>], dims = [array<i64: 0>, array<i64: 0>], fills_padding = false, loops = array<i64: 1, 1, 0>, method = "strided", offsets = array<i64: 0, 0>, parts = [array<i64: 1, 1, 3>, array<i64: 0, 1, 2>]}}

// -----

!y = tensor<2x3xf16, {order = affine_map<(d0, d1) -> (d1, d0)>, strides = [1, 2]}>
func.func @f(%x: tensor<2x3xf16>) -> !y {
  %y = layout.reorder %x {layout.kernel = @copy} : tensor<2x3xf16> -> !y
  return %y : !y
}
// expected-error @below {{`digits` of `layout.plan` is missing or invalid}}
// expected-note @below {{pass `check-addresses` failed with 1 error}}
func.func private @copy() attributes {layout.plan = {bits = 16 : i64, dims = [], fills_padding = false, loops = array<i64>, method = "strided", offsets = array<i64: 0, 0>, parts = []}}
