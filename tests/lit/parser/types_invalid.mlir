// RUN: layoutc %s --emit=none --verify-diagnostics --split-input-file

// expected-error @below [L0106] {{the memref has 2 dims, but its layout has 1 stride}}
"t.a"() {a = memref<4x4xi32, strided<[1]>>} : () -> ()
// expected-error @below [L0105] {{a stride of `strided` must not be 0}}
"t.a"() {b = strided<[0]>} : () -> ()
// expected-error @below [L0106] {{`tensor` must not have elements of type `tuple<>`}}
"t.a"() {c = tensor<4xtuple<>>} : () -> ()
// expected-error @below [L0106] {{memory space must be an integer, a string, a symbol or a dictionary}}
"t.a"() {d = memref<4xf32, i32>} : () -> ()
// expected-error @below [L0105] {{index 9 of `sparse` is outside of d0, whose length is 6}}
"t.a"() {e = sparse<9, 1> : tensor<6xi32>} : () -> ()
