// Values of symbols make a layout concrete: it then answers as a layout without symbols.

// RUN: layoutc eval --layout='torch:(s0,s1):(s1 ceildiv 8*8,1)+s2:f16 where s0 in 1..64, s1 in 1..512, s2 in 0..8' --with s0=3,s1=5,s2=4 --at 2,3 | FileCheck %s --check-prefix=AT
// RUN: layoutc eval --layout='torch:(s0,s1):(s1 ceildiv 8*8,1)' --with s0=3,s1=5 | FileCheck %s --check-prefix=SUMMARY
// RUN: layoutc eval --layout='torch:(s0,s1):(s1 ceildiv 8*8,1)' --with s0=3,s1=5 --inverse --offset 17 | FileCheck %s --check-prefix=INVERSE
// RUN: layoutc eval --layout='torch:channels_last(n,c,h,w)' --with n=1,c=3,h=4,w=5 --at 0,2,1,1 | FileCheck %s --check-prefix=FORMAT
// RUN: layoutc eval --layout='torch:(s0):(2)' --with s0=2 --all | FileCheck %s --check-prefix=ALL
// RUN: layoutc eval --layout='tvm:[s0-2,3,s1] lambda d0,d1,d2: ((d0+d1)*s1+d2) where s0 in 8..40' --with s0=8,s1=4 --at 5,2,3 | FileCheck %s --check-prefix=TVM
// RUN: layoutc eval --layout='tvm:[s0,s0] lambda i,j: (i*(i+1)//2+j)' --with s0=4 --at 3,2 | FileCheck %s --check-prefix=TRIANGLE
// RUN: layoutc eval --layout='tvm:[s0,s0] lambda i,j: (i*(i+1)//2+j)' --with s0=2 --all | FileCheck %s --check-prefix=TRIANGLES
// RUN: layoutc eval --layout='cute:(s0,(4,s1)):(1,(s0,s0*4)) where s0 in 1..64' --with s0=2,s1=3 --at '1,(3,2)' | FileCheck %s --check-prefix=CUTE
// RUN: layoutc eval --layout='cute:(_4*2):(_1)' --at 5 | FileCheck %s --check-prefix=STATIC
// RUN: layoutc eval --layout='cute:(s0,_8)' --with s0=2 --at 13 | FileCheck %s --check-prefix=LINEAR
// RUN: layoutc eval --layout='memref:memref<?x?xf16, strided<[?, 1], offset: ?>>' --with s0=3,s1=4,s2=8,s3=1 --at 1,2 | FileCheck %s --check-prefix=MEMREF
// RUN: layoutc eval --layout='memref:memref<?x4xf32>' --with s0=3 --at 2,3 | FileCheck %s --check-prefix=OUTER
// RUN: layoutc eval --same 'torch:(s0,s1):(s1,1),torch:(3,s1):(8,1)' --with s0=3,s1=8 | FileCheck %s --check-prefix=SAME
// RUN: layoutc convert 'torch:(s0,s1):(s1,1)' --to=memref --elem=f16 --with s0=3,s1=4 | FileCheck %s --check-prefix=CONVERT
// RUN: layoutc draw --layout='torch:(s0,s1):(s1,1)' --with s0=2,s1=2 | FileCheck %s --check-prefix=DRAW

// AT: "at":[2,3],"offset":23,"byte":46,"valid":true}
// SUMMARY: "logical_shape":[3,5],"physical_shape":[3,5],"strides":[8,1],"min_offset":0,"max_offset":20,
// INVERSE: "offset":17,"at":[2,1],"owners":1}
// FORMAT: "at":[0,2,1,1],"offset":20,
// ALL: "at":[0],"offset":0,
// ALL-NEXT: "at":[1],"offset":2,
// TVM: "at":[5,2,3],"offset":31,
// TRIANGLE: "at":[3,2],"offset":8,"byte":null,"valid":true}
// TRIANGLES: "at":[0,0],"offset":0,
// TRIANGLES-NEXT: "at":[0,1],"offset":1,
// TRIANGLES-NEXT: "at":[1,0],"offset":1,
// TRIANGLES-NEXT: "at":[1,1],"offset":2,
// CUTE: "at":[1,11],"offset":23,
// STATIC: "at":[5],"offset":5,
// LINEAR: "at":[1,6],"offset":13,
// MEMREF: "at":[1,2],"offset":11,"byte":22,
// OUTER: "at":[2,3],"offset":11,"byte":44,
// SAME: {"same":true}
// CONVERT: memref:memref<3x4xf16>
// DRAW: 0 0 1
