// The summary of a layout with symbols has expressions over them, and facts for all their values.

// RUN: layoutc eval --layout='torch:(s0,s1):(s1 ceildiv 8*8,1):f16 where s0 in 1..4096, s1 in 8..65536 by 8' | FileCheck %s --check-prefix=ROWS
// RUN: layoutc eval --layout='torch:(s0,s1):(s2,1) where s0 in 1..64, s1 in 1..64, s2 in 64..128' | FileCheck %s --check-prefix=STRIDE
// RUN: layoutc eval --layout='torch:(s0,4096):(4096,1) where s0 in 1..524288' | FileCheck %s --check-prefix=FITS
// RUN: layoutc eval --layout='torch:(s0,s1):(s1,1) where s0 in 40000..40000, s1 in 60000..60000' | FileCheck %s --check-prefix=UNSIGNED
// RUN: layoutc eval --layout='torch:(s0,s1):(s2,1) where s0 in 2..64, s1 in 2..64, s2 in 1..64' 2>&1 | FileCheck %s --check-prefix=OVERLAP
// RUN: not layoutc eval --layout='torch:(s0-4,s1):(s1,1) where s0 in 1..8' --diagnostics=short 2>&1 | FileCheck %s --check-prefix=LENGTH
// RUN: not layoutc eval --layout='torch:(s0,s1):(s1-2,1) where s1 in 1..8' --diagnostics=short 2>&1 | FileCheck %s --check-prefix=NEGATIVE
// RUN: layoutc eval --layout='tvm:[s0,s1] lambda i,j: (i, j//16, j%%16) where s0 in 1..64, s1 in 16..64' | FileCheck %s --check-prefix=BLOCKED
// RUN: not layoutc eval --layout='tvm:[s0,s1] lambda i,j: (i, j//16, j%%16) where s0 in 1..64, s1 in 1..64' --diagnostics=short 2>&1 | FileCheck %s --check-prefix=SHORT
// RUN: layoutc eval --layout='torch:(s0,s1):(s1,1)' 2>&1 | FileCheck %s --check-prefix=UNBOUNDED
// RUN: layoutc eval --layout='cute:(s0,(4,s1)):(1,(s0,s0*4)) where s0 in 1..64, s1 in 1..8' | FileCheck %s --check-prefix=CUTE
// RUN: layoutc eval --layout='memref:memref<?x?xf32, strided<[?, 1], offset: ?>> where s2 >= s1' | FileCheck %s --check-prefix=MEMREF

// ROWS: {"of":{{.*}},"symbols":{"s0":{"min":1,"max":4096,"divisor":1},"s1":{"min":8,"max":65536,"divisor":8}},"relations":[],"logical_shape":["s0","s1"],"logical_strides":["s1 ceildiv 8*8",1],"min_offset":0,"max_offset":"s0*s1-1","span":"s0*s1","allocation":"s0*s1","size_bytes":"s0*s1*2","packed":true,"injective":true,"vector_width":[1,8],"greatest":{"offset":268435455,"with":{"s0":4096,"s1":65536},"at":[4095,65535]},"index":"i32"}
// STRIDE: "max_offset":"s0*s2+s1-s2-1","span":"s0*s2+s1-s2","allocation":"s0*s2","size_bytes":null,"packed":false,"injective":true,
// FITS: "greatest":{"offset":2147483647,"with":{"s0":524288},"at":[524287,4095]},"index":"i32"}
// UNSIGNED: "max_offset":2399999999,{{.*}}"index":"u32"}
// OVERLAP: remark[L0604]: `injective` of {{.*}} is false: s0 = 2, s1 = 2, s2 = 1 at [0, 1], whose slot also has index [1, 0]
// OVERLAP: cannot compute `allocation`, `size_bytes` of {{.*}}: which padded dim ends last depends on the values of the symbols
// OVERLAP: "allocation":null,"size_bytes":null,"packed":false,"injective":false,
// LENGTH: --layout:1:7: error[L0313]: the length of d0 `s0-4` must be at least 1, but is -3
// NEGATIVE: --layout:1:7: error[L0313]: the offset `d0*(s1-2)+d1` must be at least 0 at every valid index, but is -1
// BLOCKED: "min_offset":0,"max_offset":"s0*(s1 ceildiv 16)*16+s1-s1 ceildiv 16*16-1",{{.*}}"allocation":"s0*(s1 ceildiv 16)*16",{{.*}}"injective":true,
// SHORT: the greatest value of a component has no expression over the symbols
// CUTE: "logical_shape":["s0","4*s1"],"logical_strides":null,"min_offset":0,"max_offset":"s0*s1*4-1",
// MEMREF: "relations":["s2-s1 >= 0"],"logical_shape":["s0","s1"],"logical_strides":["s2",1],"min_offset":"s3","max_offset":"s0*s2+s1-s2+s3-1",
// MEMREF-SAME: "index":null}
// UNBOUNDED: remark[L0604]: cannot compute `index` of `torch:(s0,s1):(s1,1)`: `d0*s1+d1` is 18446744073709551613 at {{.*}}, beyond 64 bits
