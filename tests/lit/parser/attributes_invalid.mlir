// RUN: layoutc %s --emit=none --verify-diagnostics --split-input-file

// Attributes and types of MLIR.

// expected-error@+1 [L0105] {{the elements have the shape [3], but the type has [2]}}
"a"() {x = dense<[1, 2, 3]> : tensor<2xi8>} : () -> ()
// expected-error@+1 [L0105] {{this list has 2 entries, but other lists of its level have 1}}
"b"() {x = dense<[[1], [2, 3]]> : tensor<2x2xi8>} : () -> ()
// expected-error@+1 [L0105] {{2 elements require 2 bytes, but the literal `0xABCDEF` has 3}}
"c"() {x = dense<"0xABCDEF"> : tensor<2xi8>} : () -> ()
// expected-error@+1 [L0105] {{the type of `dense` must be a tensor, vector or memref of static shape, but is `tensor<?xi8>`}}
"d"() {x = dense<1> : tensor<?xi8>} : () -> ()
// expected-error@+2 [L0103] {{`1` is an integer, but the type is `f32`}}
// expected-note@+1 {{float literals have a decimal point}}
"e"() {x = 1 : f32} : () -> ()

// -----

// expected-error@+2 [L0105] {{unknown dim or symbol `d1`}}
// expected-note@+1 {{did you mean `d0`?}}
"a"() {x = affine_map<(d0) -> (d1)>} : () -> ()
// expected-error@+1 [L0105] {{at least one factor of an affine product must not depend on dimensions}}
"b"() {x = affine_map<(d0, d1) -> (d0 * d1)>} : () -> ()
// expected-error@+1 [L0106] {{the memref has 1 dim, but its layout map has 2}}
"c"() : () -> memref<4xf32, affine_map<(d0, d1) -> (d0)>>
// expected-error@+1 [L0106] {{vector dim length must be at least 1, but is 0}}
"d"() : () -> vector<0xf32>
// expected-error@+2 [L0105] {{invalid location `nowhere`}}
// expected-note@+1 {{a location is `unknown`,}}
"e"() : () -> () loc(nowhere)
// expected-error@+1 [L0101] {{unmatched `)`}}
"f"() : () -> !d.t<[)>
