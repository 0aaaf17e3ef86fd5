// RUN: layoutc %s --emit=none --verify-diagnostics --split-input-file

layout.descriptor @d {
  %m, %n = layout.packed [8, 6]
  // expected-error @below {{`layout.xor` of `%m`, `%n`: `xor` of a second dim of length 6, which is no power of two}}
  %i, %j = layout.xor %m, %n
  layout.yield %i, %j
}

// -----

layout.descriptor @d {
  %m = layout.packed [8]
  // expected-error @below {{`layout.xor` must have 2 operands, but has 1}}
  %i, %j = layout.xor %m
  layout.yield %i, %j
}
