// RUN: layoutc %s --emit=none --verify-diagnostics --split-input-file

layout.descriptor @d {
  %m, %n = layout.packed [8, 6]
  // expected-error @below {{`layout.xor` of `%m`, `%n`: the length of the second dim of `xor` must be a power of two, but is 6}}
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
