// Equality for all values of symbols, or values and an index at which two layouts differ.

// RUN: layoutc eval --same='torch:(s0,s1):(s1 ceildiv 8*8,1) where s1 in 8..4096 by 8,torch:(s0,s1):(s1,1)' | FileCheck %s
// RUN: layoutc eval --same='torch:(s0,s1):(s1,1) where s0 in 4..4, s1 in 8..8,xla:f32[4,8]{1,0}' | FileCheck %s
// RUN: layoutc eval --same='memref:memref<?x4xf32>,torch:(s0,4):(4,1)' | FileCheck %s
// RUN: layoutc eval --same='cute:(s0,s1),torch:(s0,s1):(1,s0)' | FileCheck %s
// RUN: layoutc eval %s --same='@x,torch:(s0,5):(5,1) where s0 in 4..4' | FileCheck %s
// RUN: layoutc eval --same='tvm:[s0] lambda d0: (d0//7*7+d0%%7),tvm:[s0] lambda d0: (d0)' | FileCheck %s
// RUN: not layoutc eval --same='torch:(s0,s1):(s1 ceildiv 8*8,1),torch:(s0,s1):(s1,1)' 2>&1 | FileCheck %s --check-prefix=DIFFER
// RUN: not layoutc eval --same='torch:(s0,s1):(s1,1),xla:f32[4,8]{1,0}' 2>&1 | FileCheck %s --check-prefix=SHAPE
// RUN: not layoutc eval --same='torch:(s0,s1):(s1,1),torch:(s0):(1)' 2>&1 | FileCheck %s --check-prefix=RANK
// RUN: not layoutc eval --same='torch:(s0):(1) where s0 in 1..4,torch:(s0):(2) where s0 in 5..8' 2>&1 | FileCheck %s --check-prefix=EMPTY
// RUN: not layoutc eval --same='torch:(s0,8):(8,1),cute:S<1,0,1> o (4,8):(8,1)' 2>&1 | FileCheck %s --check-prefix=XOR

// CHECK: {"same":true}
// DIFFER: {"same":false,"with":{"s0":2,"s1":1},"at":[1,0],"a":8,"b":1}
// DIFFER: differ at s0 = 2, s1 = 1: index [1, 0] is at offset 8 in
// SHAPE: {"same":false,"with":{"s0":1,"s1":1},"at":[1,0],"a":null,"b":8}
// SHAPE: the shape is [1, 1] in `torch:(s0,s1):(s1,1)`, [4, 8] in `xla:f32[4,8]{1,0}`
// RANK: {"same":false,"with":{"s0":1,"s1":1},"at":null,"a":null,"b":null}
// EMPTY: cannot be compared: `s0` has no value from 5 to 4
// XOR: `cute:S<1,0,1> o (4,8):(8,1)` cannot be compared for all values of symbols
layout.tensor @x : tensor<4x5xf32>
