// Values that a layout cannot have, and questions that need values.

// RUN: not layoutc eval --layout='torch:(s0,s1):(s1,1)' --at 1,2 2>&1 | FileCheck %s --check-prefix=WITHOUT
// RUN: not layoutc eval --layout='torch:(s0,s1):(s1,1) where s1 in 8..64 by 8' --at 1,2 --with s0=3 2>&1 | FileCheck %s --check-prefix=MISSING
// RUN: not layoutc eval --layout='torch:(rows,s1):(s1,1)' --at 1,2 --with row=3,s1=2 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: not layoutc eval --layout='torch:(s0,s1):(s1,1)' --at 1,2 --with s0=3,s1=2,s0=4 2>&1 | FileCheck %s --check-prefix=TWICE
// RUN: not layoutc eval --layout='torch:(s0,s1):(s1,1) where s0 in 1..8' --at 1,2 --with s0=9,s1=8 2>&1 | FileCheck %s --check-prefix=RANGE
// RUN: not layoutc eval --layout='torch:(s0,s1):(s1,1) where s1 in 8..64 by 8' --at 1,2 --with s0=1,s1=12 2>&1 | FileCheck %s --check-prefix=MULTIPLE
// RUN: not layoutc eval --layout='torch:(s0,s1):(s1,1) where s0 <= s1' --at 1,2 --with s0=3,s1=2 2>&1 | FileCheck %s --check-prefix=RELATION
// RUN: not layoutc eval --layout='torch:(s0-4,s1):(s1,1)' --at 0,0 --with s0=4,s1=2 2>&1 | FileCheck %s --check-prefix=LENGTH
// RUN: not layoutc eval --layout='torch:(2,3):(3,1)' --at 1,2 --with s0=4 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not layoutc eval %s --of @x --with s0=4 2>&1 | FileCheck %s --check-prefix=SYMBOL
// RUN: not layoutc eval --layout='tvm:[s0] lambda i: (i*i)' --inverse --offset 4 --with s0=4 2>&1 | FileCheck %s --check-prefix=MAP
// RUN: not layoutc eval --same 'torch:(s0,s1):(s1,1),torch:(3,s1):(8,1)' --with s0=3,s2=8 2>&1 | FileCheck %s --check-prefix=NEITHER
// RUN: not layoutc eval --layout='torch:(s0,s1):(s1,1) where s0 in 1..x' --at 1,2 2>&1 | FileCheck %s --check-prefix=SYNTAX
// RUN: not layoutc eval --layout='torch:(s0,s1):(s1,1)' --with s0 --at 1,2 2>&1 | FileCheck %s --check-prefix=VALUES
// RUN: not layoutc convert 'torch:(s0,s1):(s1,1)' --to=memref 2>&1 | FileCheck %s --check-prefix=WITHOUT
// RUN: not layoutc draw --layout='torch:(s0,s1):(s1,1)' 2>&1 | FileCheck %s --check-prefix=WITHOUT
// RUN: not layoutc eval --layout='torch:(s0,s1):(s1,1)' --access 1 2>&1 | FileCheck %s --check-prefix=WITHOUT
// RUN: not layoutc eval --layout='torch:(s0,s1):(s1,1)' --inverse --all 2>&1 | FileCheck %s --check-prefix=WITHOUT

// WITHOUT: error[L0604]: `torch:(s0,s1):(s1,1)` has the symbols `s0`, `s1`, whose values are unknown
// WITHOUT: note: add values, such as `--with=s0=1,s1=1`
// MISSING: error[L0604]: symbol `s1` of `torch:(s0,s1):(s1,1) where s1 in 8..64 by 8` has no value
// MISSING: note: its values are the multiples of 8 from 8 to 64
// UNKNOWN: error[L0604]: unknown symbol `row` of `torch:(rows,s1):(s1,1)`
// UNKNOWN: note: did you mean `rows`?
// TWICE: error[L0604]: symbol `s0` has two values
// RANGE: error[L0604]: `torch:(s0,s1):(s1,1) where s0 in 1..8`: `s0` must be within 1 to 8, but is 9
// MULTIPLE: `s1` must be a multiple of 8, but is 12
// RELATION: the relation `s1-s0 >= 0` does not hold
// LENGTH: the length of d0 `s0-4` must be at least 1, but is -3
// NONE: error[L0604]: `torch:(2,3):(3,1)` has no symbols
// SYMBOL: error[L0604]: `@x` has no symbols
// MAP: `tvm:[s0] lambda i: (i*i)` has offsets alone for these values
// MAP: note: `--at` and `--all` compute them
// NEITHER: error[L0604]: neither `torch:(s0,s1):(s1,1)` nor `torch:(3,s1):(8,1)` has a symbol `s2`
// SYNTAX: --layout:1:37: error[L0313]: expected `,`, `by`, an integer or the end of the text, found `x`
// VALUES: expected 64-bit values of symbols such as `s0=3,s1=8`, found `s0`
layout.tensor @x : tensor<4x5xf32>
