// RUN: layoutc %s --emit=none --verify-diagnostics --split-input-file

layout.descriptor @d {
  %m, %n = layout.packed [3, 4]
  %i = layout.pass_through %m
  // expected-error @below {{`layout.freeze` of `%n`: `freeze` at 4 of a dim of length 4}}
  layout.freeze %n at 4
  layout.yield %i
}
