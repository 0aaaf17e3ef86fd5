// A layout of a file has numbers alone.
// RUN: layoutc %s --split-input-file --verify-diagnostics

// expected-error@+1 {{the value of symbol `s0` is unknown}}
layout.notation @torch "torch:(s0,3):(3,1)"

// -----

// expected-error@+1 {{the value of symbol `s1` is unknown}}
layout.notation @tvm "tvm:[4,s1] lambda i,j: (i*8 + j) where s1 in 1..8"

// -----

// expected-error@+1 {{the value of symbol `rows` is unknown}}
layout.notation @cute "cute:(rows,4):(4,1)"

// -----

// expected-error@+1 {{`where` restricts the values of symbols, but the text has no symbol}}
layout.notation @none "torch:(2,3):(3,1) where s0 in 1..8"
