// RUN: layoutc %s --emit=none --verify-diagnostics --split-input-file

layout.descriptor @d {
  // expected-error @below {{`layout.packed`: the length of m1 must be at least 1, but is 0}}
  %m, %n = layout.packed [3, 0]
  layout.yield %m, %n
}

// -----

layout.descriptor @d {
  // expected-error @below {{`layout.packed` defines 2 dims, but has 3 results}}
  %m, %n, %o = layout.packed [3, 4]
  layout.yield %m
}

// -----

layout.descriptor @d {
  // expected-error @below {{dim `%n` of `layout.packed` is unused, but must be used exactly once}}
  %m, %n = layout.packed [3, 4]
  %i = layout.pass_through %m
  layout.yield %i
}

// -----

layout.descriptor @d {
  %m = layout.packed [3]
  %i = layout.pass_through %m
  // expected-error @below {{`layout.packed` must be the first op of its descriptor, and the only base}}
  %n = layout.packed [4]
  %j = layout.pass_through %n
  layout.yield %i, %j
}

// -----

// A stage is only allowed in a descriptor.
// expected-error @below {{`layout.packed` must be in a descriptor, but is in `builtin.module`}}
%m = layout.packed [3]

// -----

func.func @f() {
  // expected-error @below {{`layout.packed` must be in a descriptor, but is in `func.func`}}
  %m = "layout.packed"() {lengths = array<i64: 3>} : () -> !layout.memdim<3>
  return
}

// -----

layout.descriptor @d {
  // expected-error @below {{`layout.packed` requires attribute `lengths`, a list of integers such as `array<i64: 1, 2>`}}
  %m = "layout.packed"() : () -> !layout.memdim<3>
  %i = layout.pass_through %m
  layout.yield %i
}

// -----

layout.descriptor @d {
  %m = layout.packed [9223372036854775807]
  %i = layout.pass_through %m
  %j = layout.insert 2
  // expected-error @below {{the logical shape of 9223372036854775807 x 2 must have less than 2^63 elements}}
  layout.yield %i, %j
}
