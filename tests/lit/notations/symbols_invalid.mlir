// A layout of a file may have symbols. Its conditions are checked at their place in the text.
// RUN: layoutc %s --split-input-file --verify-diagnostics

// expected-error@+1 {{`s0` has no value from 4 to 2}}
layout.notation @torch "torch:(s0,3):(3,1) where s0 in 4..2"

// -----

// expected-error@+1 {{unknown symbol `s7`}}
layout.notation @tvm "tvm:[4,s1] lambda i,j: (i*8 + j) where s1 in 1..8, s1 < s7"

// -----

layout.notation @cute "cute:(rows,4):(4,1)"

// -----

// expected-error@+1 {{`where` restricts the values of symbols, but the text has no symbol}}
layout.notation @none "torch:(2,3):(3,1) where s0 in 1..8"
