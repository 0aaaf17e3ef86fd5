// RUN: layoutc %s --passes=lower-addressing --verify-diagnostics --split-input-file --emit=none

layout.tensor @x : tensor<4x5xf32, {order = #layout.order<CN>}>
// expected-error @below {{the strides of `@x` are not resolved}}
// expected-note @below {{`resolve-strides` does that, and must run before}}
layout.address @f of @x
layout.descriptor @view {
  %i, %j = layout.from @x
  layout.yield %i, %j
}
layout.tensor @y : tensor<4x5xf32, {layout = @view}>
// expected-error @below {{the strides of `@x` are not resolved}}
// expected-note @below {{`resolve-strides` does that, and must run before}}
// expected-note @below {{pass `lower-addressing` failed with 2 errors}}
layout.address @g of @y

// -----

layout.tensor @x : tensor<?x5xf32>
// expected-error @below {{`@x` has no such function: d0 is dynamic, so that nothing bounds its index}}
// expected-note @below {{the width of the arithmetic is proven from the lengths; a static length is needed}}
// expected-note @below {{pass `lower-addressing` failed with 1 error}}
layout.address @f of @x

// -----

layout.tensor @x : tensor<4x3221225472xi8>
// expected-error @below {{`@x` has no such function: a value on the way is up to 12884901887, but 31 bits hold 2147483647}}
// expected-note @below {{`index = "i64"` has 63 bits}}
// expected-note @below {{pass `lower-addressing` failed with 1 error}}
layout.address @f of @x {index = "i32"}

// -----

layout.tensor @x : tensor<4611686018427387904xi64>
// expected-error @below [L0401] {{the memory is too large: the size is 36893488147419103232 bytes, which does not fit 64 bits}}
// expected-note @below {{pass `lower-addressing` failed with 1 error}}
layout.address @f of @x {unit = "byte"}

// -----

layout.tensor @x : tensor<4x6xi4>
// expected-error @below {{`@x` has no such function: an element has 4 bits, and the one at index [0, 1] begins at bit 4}}
// expected-note @below {{with `unit = "element"` the caller counts the bits}}
layout.address @f of @x {unit = "byte"}
layout.descriptor @d {
  %m = layout.packed [4]
  %i = layout.pass_through %m
  layout.yield %i
}
// expected-error @below {{`@d` has no such function: the element type is not known, so that there are no bytes to count}}
// expected-note @below {{a `layout.tensor` whose type has `layout = @...` tells the element of a descriptor}}
// expected-note @below {{pass `lower-addressing` failed with 2 errors}}
layout.address @g of @d {unit = "byte"}
