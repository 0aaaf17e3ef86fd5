// RUN: layoutc %s --emit=none --verify-diagnostics --split-input-file

layout.descriptor @d {
  %m = layout.packed [4]
  // expected-error @below {{`layout.modulo` of `%m`: the modulus must be at least 1, but is 0}}
  %i = layout.modulo %m by 0 length 8
  layout.yield %i
}

// -----

layout.descriptor @d {
  // expected-error @below {{dim `%m` of `layout.packed`: the index that reaches m0 of memory is 4 at d0 = 4, but must be within 0 to 3}}
  %m = layout.packed [4]
  %i = layout.modulo %m by 5 length 8
  layout.yield %i
}
