// RUN: layoutc %s --emit=none --verify-diagnostics --split-input-file

layout.descriptor @d {
  %m = layout.packed [3]
  %i = layout.pass_through %m
  // expected-error @below {{`layout.replicate`: dim length must be at least 1, but is 0}}
  %j, %k = layout.replicate [2, 0]
  layout.yield %j, %i, %k
}
