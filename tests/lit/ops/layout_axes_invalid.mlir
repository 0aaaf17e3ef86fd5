// RUN: layoutc %s --emit=none --verify-diagnostics --split-input-file

layout.descriptor @open {
  // expected-error @below {{`layout.axes`: memory on the axes `register`, `lane` must have static lengths, but one is `?`}}
  %l, %r = layout.axes [lane: ?, register: 4]
  %i = layout.merge %l, %r
  layout.yield %i
}

// -----

layout.descriptor @count {
  // expected-error @below {{`layout.axes`: expected one axis for each of 2 dims of memory, found 1}}
  %l, %r = "layout.axes"() {axes = ["lane"], lengths = array<i64: 2, 4>} : () -> (!layout.memdim<2>, !layout.memdim<4>)
  %i = layout.merge %l, %r
  layout.yield %i
}

// -----

layout.descriptor @name {
  // expected-error @below {{`layout.axes`: invalid name "a-b" of an axis}}
  // expected-note @below {{a name is a letter or `_`, then letters, digits and `_`}}
  %l = "layout.axes"() {axes = ["a-b"], lengths = array<i64: 2>} : () -> !layout.memdim<2>
  %i = layout.pass_through %l
  layout.yield %i
}

// -----

layout.descriptor @syntax {
  // expected-error @below {{expected the name of an axis such as `lane`}}
  %l = layout.axes [32]
  layout.yield %l
}

// -----

// A placement where a layout in memory is needed.
layout.descriptor @lanes {
  %l, %r = layout.axes [lane: 8, register: 4]
  %i = layout.pass_through %l
  %j = layout.pass_through %r
  layout.yield %i, %j
}
// expected-error @below {{`@lanes` is a placement on the axes `register`, `lane`; this needs a layout in memory, with one offset for each index}}
layout.address @f of @lanes

// -----

layout.descriptor @lanes {
  %l, %r = layout.axes [lane: 8, register: 4]
  %i = layout.pass_through %l
  %j = layout.pass_through %r
  layout.yield %i, %j
}
// expected-error @below {{the tensor has lengths [8, 5], but its layout `@lanes` has [8, 4]}}
layout.tensor @x : tensor<8x5xf32, {layout = @lanes}>
// expected-error @below {{`offset` is incompatible with the placement `@lanes`, whose offsets are those of its axes}}
layout.tensor @y : tensor<8x4xf32, {layout = @lanes, offset = 3}>
