// RUN: layoutc %s --emit=none --verify-diagnostics --split-input-file

layout.descriptor @d {
  // expected-error @below {{`layout.strided`: 2 lengths and 1 strides}}
  %m, %n = layout.strided [3, 4] strides [1]
  layout.yield %m, %n
}

// -----

layout.descriptor @d {
  // expected-error @below {{expected `strides`, found `stride`}}
  %m = layout.strided [3] stride [1]
  layout.yield %m
}
