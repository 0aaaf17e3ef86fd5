// RUN: layoutc %s --passes=lower-addressing --verify-diagnostics --split-input-file --emit=none

layout.tensor @x : tensor<4x5xf32, {order = #layout.order<CN>}>
// expected-error @below {{the strides of `@x` are not resolved}}
// expected-note @below {{run `resolve-strides` before this pass}}
layout.address @f of @x
layout.descriptor @view {
  %i, %j = layout.from @x
  layout.yield %i, %j
}
layout.tensor @y : tensor<4x5xf32, {layout = @view}>
// expected-error @below {{the strides of `@x` are not resolved}}
// expected-note @below {{run `resolve-strides` before this pass}}
// expected-note @below {{pass `lower-addressing` failed with 2 errors}}
layout.address @g of @y

// -----

// A single row of a tensor with a dynamic length is too long.
layout.tensor @x : tensor<?x3221225472xi8>
// expected-error @below {{`@x` has no addressing function: an intermediate value reaches 3221225471, but 31 bits hold at most 2147483647}}
// expected-note @below {{`index = "i64"` allows 63 bits}}
// expected-note @below {{pass `lower-addressing` failed with 1 error}}
layout.address @f of @x {index = "i32"}

// -----

layout.tensor @x : tensor<4x3221225472xi8>
// expected-error @below {{`@x` has no addressing function: an intermediate value reaches 12884901887, but 31 bits hold at most 2147483647}}
// expected-note @below {{`index = "i64"` allows 63 bits}}
// expected-note @below {{pass `lower-addressing` failed with 1 error}}
layout.address @f of @x {index = "i32"}

// -----

layout.tensor @x : tensor<4611686018427387904xi64>
// expected-error @below [L0401] {{the memory is too large: the size is 36893488147419103232 bytes, which does not fit 64 bits}}
// expected-note @below {{pass `lower-addressing` failed with 1 error}}
layout.address @f of @x {unit = "byte"}

// -----

layout.tensor @x : tensor<4x6xi4>
// expected-error @below {{`@x` has no addressing function: the 4-bit element at index [0, 1] starts at bit 4, within a byte}}
// expected-note @below {{with `unit = "element"`, the caller computes the offset in bits}}
layout.address @f of @x {unit = "byte"}
layout.descriptor @d {
  %m = layout.packed [4]
  %i = layout.pass_through %m
  layout.yield %i
}
// expected-error @below {{`@d` has no addressing function: an offset in bytes requires an element type}}
// expected-note @below {{a `layout.tensor` whose type has `layout = @...` defines the element type of a descriptor}}
// expected-note @below {{pass `lower-addressing` failed with 2 errors}}
layout.address @g of @d {unit = "byte"}
