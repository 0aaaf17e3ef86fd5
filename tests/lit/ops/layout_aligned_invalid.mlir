// RUN: layoutc %s --emit=none --verify-diagnostics --split-input-file

layout.descriptor @d {
  // expected-error @below {{`layout.aligned`: an alignment of 0 elements}}
  %m, %n = layout.aligned [4, 5] to 0
  layout.yield %m, %n
}
