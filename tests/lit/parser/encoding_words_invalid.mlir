// MLIR parses any attribute as an encoding, except these two.
// RUN: layoutc %s --emit=none --verify-diagnostics --split-input-file

// expected-error @below [L0106] {{the encoding of a tensor must not begin with `array`}}
// expected-note @below {{write strides as `{strides = [8, 1]}`}}
layout.tensor @x : tensor<4x5xf32, array<i64: 8, 1>>

// -----

// expected-error @below [L0106] {{the encoding of a tensor must not begin with `strided`}}
// expected-note @below {{write strides as `{strides = [8, 1]}`}}
layout.tensor @x : tensor<4x5xf32, strided<[8, 1]>>
