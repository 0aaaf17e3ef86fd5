// RUN: layoutc %s --emit=none --verify-diagnostics --split-input-file

// expected-error @below {{value 1 of the table must be at least 0, but is -3}}
layout.table @t dense<[7, -3]> : tensor<2xi32>

// -----

// expected-error @below {{the values of a table must be up to 1048576 integers of 2 to 64 bits that fit `i64`, but are `tensor<2xf32>`}}
layout.table @t dense<[1.0, 2.0]> : tensor<2xf32>

// -----

// expected-error @below {{an injective table of 5 values must have at least 5 different ones, but [0, 4) has 4}}
layout.table @t : length 5, values in [0, 4), injective

// -----

// expected-error @below {{the values of a table are in [4, 4), which has no number}}
layout.table @t : length 5, values in [4, 4)

// -----

// expected-error @below {{`layout.table` must have values, or a length and the range of its values}}
layout.table @t

// -----

// expected-error @below {{`length` of `layout.table` is incompatible with `values`}}
layout.table @t dense<[7, 3]> : tensor<2xi32> : length 2, values in [0, 8)
