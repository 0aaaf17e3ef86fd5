// RUN: layoutc %s --passes=resolve-strides --verify-diagnostics --split-input-file

// Given strides must be nested at the bounds.
// expected-error @below {{the stride of m0 is 10 bytes, but must be at least 12 bytes (6 x 2 bytes of m1)}}
layout.tensor @x : tensor<4x?xf16, {bounds = [4, 6], strides = [5, 1]}>

// -----

// Without a bound, only the outermost dim in memory may be dynamic.
// expected-error @below {{the length of m1 must be static, because only the outermost dim can be dynamic}}
layout.tensor @x : tensor<?x?x6xf16, {bounds = [4, -9223372036854775808, 6], order = #layout.order<CHW>}>
