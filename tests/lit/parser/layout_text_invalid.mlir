// RUN: layoutc %s --emit=none --verify-diagnostics --split-input-file

// The layout dialect's own syntax.

// expected-error@+2 [L0209] {{unknown order `NHWCC`}}
// expected-note@+1 {{write an order without a name as an affine map}}
"a"() {x = #layout.order<NHWCC>} : () -> ()
// expected-error@+2 [L0209] {{unknown attribute `#layout.ordr`}}
// expected-note@+1 {{did you mean `#layout.order`?}}
"b"() {x = #layout.ordr<NHWC>} : () -> ()

// -----

// expected-error@+2 [L0108] {{unknown stride requirement `compct`; expected `any`, `compact`, `aligned<...>` or `fixed<...>`}}
// expected-note@+1 {{did you mean `compact`?}}
"a"() {x = #layout.reqs<m1: compct>} : () -> ()
// expected-error@+1 [L0108] {{invalid physical dim `m15`; expected `m0` (outermost) to `m14`}}
"b"() {x = #layout.reqs<m15: any>} : () -> ()
// expected-error@+2 [L0108] {{unknown unit `byte`; expected `bits`, `bytes` or `elems`}}
// expected-note@+1 {{did you mean `bytes`?}}
"c"() {x = #layout.reqs<m1: aligned<64 byte>>} : () -> ()
// expected-error@+1 [L0108] {{missing unit after `64`; expected `bits`, `bytes` or `elems`}}
"d"() {x = #layout.reqs<m1: fixed<64>>} : () -> ()
// expected-error@+1 [L0108] {{amount must be at least 1 and less than 2^63, but is 0}}
"e"() {x = #layout.reqs<m1: aligned<0 bytes>>} : () -> ()
// expected-error@+1 [L0108] {{missing stride requirement for `m1`, as in `m1: aligned<64 bytes>`}}
"f"() {x = #layout.reqs<m1>} : () -> ()

// -----

// expected-error@+1 [L0101] {{expected a symbol such as `@x`, found `:`}}
layout.tensor : tensor<4xf32>
// expected-error@+1 [L0101] {{expected `:` before the type, found `tensor`}}
layout.tensor @x tensor<4xf32>
// expected-error@+1 [L0105] {{duplicate attribute `sym_name`}}
layout.tensor @y : tensor<4xf32> {sym_name = "z"}
