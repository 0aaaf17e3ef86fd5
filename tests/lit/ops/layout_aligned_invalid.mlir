// RUN: layoutc %s --emit=none --verify-diagnostics --split-input-file

layout.descriptor @d {
  // expected-error @below {{`layout.aligned`: the alignment must be at least 1 element, but is 0}}
  %m, %n = layout.aligned [4, 5] to 0
  layout.yield %m, %n
}

// -----

layout.descriptor @row {
  // expected-error @below [L0310] {{`layout.aligned`: the least stride of m0 is 9223372036854775808 elements, which does not fit 64 bits}}
  // expected-note @below {{strides and offsets must be below 2^63}}
  %m, %n = layout.aligned [4, 9223372036854775807] to 8
  %i = layout.pass_through %m
  %j = layout.pass_through %n
  layout.yield %i, %j
}
layout.descriptor @alignment {
  // expected-error @below [L0310] {{dim `%m` of `layout.aligned`: m0 at index 3 with stride 4611686018427387904 reaches offset 13835058055282163712, which does not fit 64 bits}}
  // expected-note @below {{offsets are from -2^63 to 2^63 - 1}}
  %m, %n = layout.aligned [4, 3] to 4611686018427387904
  %i = layout.pass_through %m
  %j = layout.pass_through %n
  layout.yield %i, %j
}
layout.descriptor @count {
  // expected-error @below [L0310] {{dim `%m` of `layout.packed`: memory of 4294967296 x 4294967296 must have less than 2^63 elements}}
  // expected-note @below {{element counts must be below 2^63}}
  %m, %n = layout.packed [4294967296, 4294967296]
  %i = layout.pass_through %m
  %j = layout.pass_through %n
  layout.yield %i, %j
}
