// RUN: layoutc %s --emit=none --verify-diagnostics --split-input-file

layout.descriptor @d {
  %m = layout.packed [6]
  // expected-error @below {{`layout.slice` of `%m`: `slice` from 2 to 8 is outside a dim of length 6}}
  %i = layout.slice %m from 2 to 8
  layout.yield %i
}

// -----

layout.tensor @x : tensor<?x4xf32>
layout.descriptor @d {
  %i, %j = layout.from @x
  // expected-error @below {{`layout.slice` of `%i`: `slice` does not support dims of dynamic length}}
  // expected-note @below {{only `pass_through` supports dynamic lengths}}
  %k = layout.slice %i from 0 to 2
  layout.yield %k, %j
}
