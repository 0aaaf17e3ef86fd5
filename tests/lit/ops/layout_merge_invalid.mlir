// RUN: layoutc %s --emit=none --verify-diagnostics --split-input-file

layout.descriptor @d {
  %m, %n = layout.packed [3, 6]
  // expected-error @below {{dim `%i` of `layout.merge`: the index that reaches `merge` is 18 at d0 = 16, but must be within 0 to 17}}
  %i = layout.merge %m, %n
  %j = layout.offset %i by 2
  layout.yield %j
}

// -----

layout.descriptor @d {
  %m = layout.packed [3]
  %i = layout.pass_through %m
  // expected-error @below {{`layout.merge` must have 1 or more operands, but has 0}}
  %j = "layout.merge"() : () -> !layout.dim<1>
  layout.yield %i, %j
}
