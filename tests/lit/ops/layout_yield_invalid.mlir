// RUN: layoutc %s --emit=none --verify-diagnostics --split-input-file

layout.descriptor @d {
  %m = layout.packed [3]
  // expected-error @below {{operands of `layout.yield` must be logical dims, but `%m` is a dim of memory}}
  layout.yield %m
}

// -----

layout.descriptor @d {
  %m = layout.packed [3]
  layout.freeze %m at 0
  // expected-error @below {{`layout.yield` must have 1 or more operands, but has 0}}
  "layout.yield"() : () -> ()
}

// -----

layout.descriptor @d {
  %m, %n = layout.packed [3, 4]
  %i = layout.pass_through %m
  %j = layout.pass_through %n
  // expected-error @below {{`layout.yield` must be the last op of its block}}
  layout.yield %i
  // expected-note @below {{this op follows}}
  layout.yield %j
}

// -----

layout.descriptor @d {
  %m = layout.packed [3]
  // expected-error @below {{a block of `layout.descriptor` must end with a terminator, but ends with `layout.pass_through`}}
  %i = layout.pass_through %m
}
