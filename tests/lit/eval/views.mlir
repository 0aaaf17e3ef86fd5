// RUN: layoutc eval %s --of @view_2x2x3 --all | FileCheck %s --check-prefix=UNMERGE-ALL
// RUN: layoutc eval %s --of @view_2x2x3 | FileCheck %s --check-prefix=UNMERGE
// RUN: layoutc eval %s --of @block --at 27,2,27 | FileCheck %s --check-prefix=BLOCK-AT1
// RUN: layoutc eval %s --of @block --at 45,3,98 | FileCheck %s --check-prefix=BLOCK-AT2
// RUN: layoutc eval %s --of @block --at 63,7,255 | FileCheck %s --check-prefix=BLOCK-AT3
// RUN: layoutc eval %s --of @block --inverse --offset 124637 | FileCheck %s --check-prefix=BLOCK-SLOT
// RUN: layoutc eval %s --of @block | FileCheck %s --check-prefix=BLOCK
// RUN: layoutc eval %s --same @block,@flat | FileCheck %s --check-prefix=SAME
// RUN: layoutc eval %s --of @transposed --all | FileCheck %s --check-prefix=TRANSPOSED-ALL
// RUN: layoutc eval %s --of @transposed | FileCheck %s --check-prefix=TRANSPOSED
// RUN: layoutc eval %s --same @transposed,@columns | FileCheck %s --check-prefix=SAME
// RUN: layoutc eval %s --of @slice --all | FileCheck %s --check-prefix=SLICE-ALL
// RUN: layoutc eval %s --of @slice --inverse --all | FileCheck %s --check-prefix=SLICE-SLOTS
// RUN: layoutc eval %s --of @slice | FileCheck %s --check-prefix=SLICE

// SAME: {"same":true}

// [2, 6] as [2, 2, 3]: both have the same row-major memory.
// UNMERGE-ALL: "at":[0,0,0],"offset":0,
// UNMERGE-ALL-NEXT: "at":[0,0,1],"offset":1,
// UNMERGE-ALL-NEXT: "at":[0,0,2],"offset":2,
// UNMERGE-ALL-NEXT: "at":[0,1,0],"offset":3,
// UNMERGE-ALL: "at":[1,0,0],"offset":6,
// UNMERGE-ALL: "at":[1,1,2],"offset":11,
// UNMERGE: "logical_shape":[2,2,3],"physical_shape":[2,6],"strides":[6,1],
// UNMERGE-SAME: "hidden":[{"op":"layout.packed","lower":[0],"upper":[1,2]},{"op":"layout.pass_through","lower":[1],"upper":[3]},{"op":"layout.unmerge","lower":[2],"upper":[4,5]}],"top":[3,4,5]}
layout.descriptor @view_2x2x3 {
  %m, %n = layout.packed [2, 6]
  %i     = layout.pass_through %m
  %j, %k = layout.unmerge %n into [2, 3]
  layout.yield %i, %j, %k
}

// A block of 5 dims as one of 3. Merged dims without gaps remain packed, so that the tensor is packed.
// BLOCK-AT1: "at":[27,2,27],"offset":55835,"byte":null,"valid":true}
// BLOCK-AT2: "at":[45,3,98],"offset":93026,"byte":null,"valid":true}
// BLOCK-AT3: "at":[63,7,255],"offset":131071,"byte":null,"valid":true}
// BLOCK-SLOT: {"of":"@block","offset":124637,"at":[60,6,221],"owners":1}
// BLOCK: "logical_shape":[64,8,256],"physical_shape":[64,4,2,64,4],"strides":[2048,512,256,4,1],
// BLOCK-SAME: "span":131072,"allocation":131072,"size_bytes":null,"packed":true,"injective":true,"vector_width":[1,1,64],
layout.descriptor @block {
  %m0, %m1, %m2, %m3, %m4 = layout.packed [64, 4, 2, 64, 4]
  %i = layout.pass_through %m0
  %j = layout.merge %m1, %m2
  %k = layout.merge %m3, %m4
  layout.yield %i, %j, %k
}
layout.tensor @flat : tensor<64x8x256xf16>

// Dims yielded in another order. Vectors of 2 are along d0, which is innermost in memory.
// TRANSPOSED-ALL: "at":[0,0],"offset":0,
// TRANSPOSED-ALL-NEXT: "at":[0,1],"offset":6,
// TRANSPOSED-ALL-NEXT: "at":[0,2],"offset":12,
// TRANSPOSED-ALL: "at":[4,2],"offset":16,
// TRANSPOSED: "logical_shape":[6,4],"physical_shape":[4,6],"strides":[6,1],
// TRANSPOSED-SAME: "vector_width":[2,1],
layout.descriptor @transposed {
  %m, %n = layout.packed [4, 6]
  %i = layout.pass_through %n
  %j = layout.pass_through %m
  layout.yield %i, %j
}
layout.tensor @columns : tensor<6x4xf32, {order = affine_map<(d0, d1) -> (d1, d0)>}>

// Elements 3 to 7 of 10. The span is from the first to the last reachable slot; the allocation is that of the base.
// SLICE-ALL: "at":[0],"offset":3,
// SLICE-ALL-NEXT: "at":[1],"offset":4,
// SLICE-ALL-NEXT: "at":[2],"offset":5,
// SLICE-ALL-NEXT: "at":[3],"offset":6,
// SLICE-ALL-NEXT: "at":[4],"offset":7,
// SLICE-ALL-NOT: "offset"
// SLICE-SLOTS: "offset":2,"at":null,"owners":0
// SLICE-SLOTS-NEXT: "offset":3,"at":[0],"owners":1
// SLICE-SLOTS: "offset":7,"at":[4],"owners":1
// SLICE-SLOTS-NEXT: "offset":8,"at":null,"owners":0
// SLICE-SLOTS-NEXT: "offset":9,"at":null,"owners":0
// SLICE-SLOTS-NOT: "offset"
// SLICE: "logical_shape":[5],"physical_shape":[10],"strides":[1],"min_offset":3,"max_offset":7,"span":8,"allocation":10,
layout.descriptor @slice {
  %m = layout.packed [10]
  %i = layout.slice %m from 3 to 8
  layout.yield %i
}
