// RUN: layoutc %s --emit=none --verify-diagnostics --split-input-file

layout.descriptor @d {
  %m = layout.packed [3]
  %i = layout.pass_through %m
  // expected-error @below {{`layout.replicate`: a dim gets length 0, but has 1 or more}}
  %j, %k = layout.replicate [2, 0]
  layout.yield %j, %i, %k
}
