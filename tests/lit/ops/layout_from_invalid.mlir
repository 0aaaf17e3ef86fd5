// RUN: layoutc %s --emit=none --verify-diagnostics --split-input-file

layout.tensor @plane : tensor<4xf32>
layout.descriptor @d {
  // expected-error @below {{unknown symbol `@plain`; expected a descriptor or a tensor}}
  // expected-note @below {{did you mean `@plane`?}}
  %a = layout.from @plain
  layout.yield %a
}

// -----

func.func private @f()
layout.descriptor @d {
  // expected-error @below {{`@f` is a `func.func`, which has no layout}}
  %a = layout.from @f
  layout.yield %a
}

// -----

// A cycle is reported once, with all its members.
layout.descriptor @a {
  %i = layout.from @b
  layout.yield %i
}
layout.descriptor @b {
  // expected-error @below {{`@a` is built on itself: `@a` on `@b` on `@a`}}
  %i = layout.from @a
  layout.yield %i
}

// -----

// A cycle through the type of a tensor.
layout.descriptor @a {
  // expected-error @below {{`@a` is built on itself: `@a` on `@x` on `@a`}}
  %i = layout.from @x
  layout.yield %i
}
layout.tensor @x : tensor<4xf32, {layout = @a}>

// -----

layout.tensor @x : tensor<4x6xf32>
layout.descriptor @d {
  // expected-error @below {{`layout.from` defines 2 dims, but has 1 result}}
  %i = layout.from @x
  layout.yield %i
}

// -----

// A descriptor derived from an invalid one has no additional error.
layout.descriptor @a {
  %m = layout.packed [4]
  // expected-error @below {{`layout.slice` of `%m`: `slice` from 2 to 6 is outside a dim of length 4}}
  // expected-note @below {{expected a range within 0 to 4}}
  %i = layout.slice %m from 2 to 6
  layout.yield %i
}
layout.descriptor @b {
  %i = layout.from @a
  layout.yield %i
}
layout.tensor @x : tensor<4xf32, {layout = @b}>

// -----

layout.tensor @x : tensor<4x6xf32, {strides = [5, 1]}>
layout.descriptor @d {
  // expected-error @below {{the stride of m0 is 20 bytes, but must be at least 24 bytes (6 x 4 bytes of m1)}}
  // expected-note @below {{this is the layout of `@x`}}
  %i, %j = layout.from @x
  layout.yield %i, %j
}
