// RUN: layoutc %s --emit=none --verify-diagnostics --split-input-file

layout.descriptor @d {
  %m = layout.packed [3]
  %i = layout.pass_through %m
  // expected-error @below {{`layout.insert`: dim length must be at least 1, but is 0}}
  %j = layout.insert 0
  layout.yield %j, %i
}

// -----

layout.descriptor @d {
  // expected-error @below {{the first op of a descriptor must be a base, but is `layout.insert`}}
  %j = layout.insert 4
  layout.yield %j
}
