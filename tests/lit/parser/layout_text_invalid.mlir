// RUN: layoutc %s --emit=none --verify-diagnostics --split-input-file

// The layout dialect's own text.

// expected-error@+2 [L0209] {{no order is named `NHWCC`}}
// expected-note@+1 {{an order without a name is written as its affine map}}
"a"() {x = #layout.order<NHWCC>} : () -> ()
// expected-error@+2 [L0209] {{the layout dialect has no attribute `#layout.ordr`}}
// expected-note@+1 {{did you mean `#layout.order`?}}
"b"() {x = #layout.ordr<NHWC>} : () -> ()

// -----

// expected-error@+2 [L0108] {{`compct` is no requirement: there are any, compact, aligned<...> and fixed<...>}}
// expected-note@+1 {{did you mean `compact`?}}
"a"() {x = #layout.reqs<m1: compct>} : () -> ()
// expected-error@+1 [L0108] {{`m15` is no physical dim: they are m0 to m14, the outermost first}}
"b"() {x = #layout.reqs<m15: any>} : () -> ()
// expected-error@+2 [L0108] {{`byte` is no unit: there are bits, bytes and elems}}
// expected-note@+1 {{did you mean `bytes`?}}
"c"() {x = #layout.reqs<m1: aligned<64 byte>>} : () -> ()
// expected-error@+1 [L0108] {{`64` has no unit: bits, bytes or elems}}
"d"() {x = #layout.reqs<m1: fixed<64>>} : () -> ()
// expected-error@+1 [L0108] {{an amount is 1 or more and below 2^63, not 0}}
"e"() {x = #layout.reqs<m1: aligned<0 bytes>>} : () -> ()
// expected-error@+1 [L0108] {{`m1` has no requirement}}
"f"() {x = #layout.reqs<m1>} : () -> ()

// -----

// expected-error@+1 [L0101] {{expected a symbol such as `@x`, found `:`}}
layout.tensor : tensor<4xf32>
// expected-error@+1 [L0101] {{expected `:` before the type, found `tensor`}}
layout.tensor @x tensor<4xf32>
// expected-error@+1 [L0105] {{attribute `sym_name` is given twice}}
layout.tensor @y : tensor<4xf32> {sym_name = "z"}
