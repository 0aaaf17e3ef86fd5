// RUN: layoutc %s --emit=none --verify-diagnostics --split-input-file

layout.descriptor @d {
  %m = layout.packed [3]
  // expected-error @below {{`layout.pass_through` must have 1 result, but has 2}}
  %i, %j = layout.pass_through %m
  layout.yield %i, %j
}

// -----

layout.descriptor @d {
  %m = layout.packed [3]
  // expected-note @below {{the first use is here}}
  %i = layout.pass_through %m
  // expected-error @below {{dim `%m` is used again by `layout.pass_through`, but must be used exactly once}}
  %j = layout.pass_through %m
  layout.yield %i, %j
}

// -----

layout.descriptor @d {
  %m = layout.packed [3]
  // expected-error @below {{value `%n` is not defined before its use}}
  // expected-note @below {{did you mean `%m`?}}
  %i = layout.pass_through %n
  %n = layout.pass_through %m
  layout.yield %n, %i
}

// -----

layout.descriptor @d {
  %m = layout.packed [3]
  // expected-error @below {{unexpected types: the types of this op are inferred}}
  %i = layout.pass_through %m : !layout.memdim<3>
  layout.yield %i
}

// -----

layout.descriptor @d {
  %m = layout.packed [3]
  // expected-error @below {{the type of `%i`, a result of `layout.pass_through`, must be `!layout.dim<3>`, but is `!layout.dim<4>`}}
  %i = "layout.pass_through"(%m) : (!layout.memdim<3>) -> !layout.dim<4>
  layout.yield %i
}

// -----

layout.descriptor @d {
  // expected-note @below {{it is defined here}}
  %m = layout.packed [3]
  // expected-error @below {{`%m` is used as `!layout.memdim<5>`, but its type is `!layout.memdim<3>`}}
  %i = "layout.pass_through"(%m) : (!layout.memdim<5>) -> !layout.dim<3>
  layout.yield %i
}
