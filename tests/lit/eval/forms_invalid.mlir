// RUN: not layoutc eval %s --of @wide --at 0,0 --diagnostics=short 2>&1 | FileCheck %s --check-prefix=WIDE

layout.tensor @x : tensor<4x8xf32, {strides = [12, 1]}>
// WIDE: error[L0604]: `@wide` has no layout: `@x` has no addressing function with `vector = array<i64: 1, 8>`: groups of 8 along d1 are not vectors
layout.address @wide of @x {vector = array<i64: 1, 8>}
