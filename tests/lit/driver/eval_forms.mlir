// RUN: layoutc eval %s --of=@seed --at=1,2 | FileCheck %s --check-prefix=AT
// RUN: layoutc eval %s --of=@padded --all | FileCheck %s --check-prefix=ALL
// RUN: layoutc eval %s --of=@seed --inverse --offset=10 | FileCheck %s --check-prefix=SLOT
// RUN: layoutc eval %s --of=@seed --inverse --offset=32 2>&1 | FileCheck %s --check-prefix=BEYOND
// RUN: layoutc eval %s --of=@seed --inverse --offset=-1 2>&1 | FileCheck %s --check-prefix=BELOW
// RUN: layoutc eval %s --of=@hwc8 --inverse --offset=3 2>&1 | FileCheck %s --check-prefix=PADDING
// RUN: layoutc eval %s --of=@hwc8 --inverse --all | FileCheck %s --check-prefix=SLOTS
// RUN: layoutc eval %s --of=@seed | FileCheck %s --check-prefix=SEED
// RUN: layoutc eval %s --of=@view | FileCheck %s --check-prefix=VIEW
// RUN: layoutc eval %s --of=@f:%%a --at=1,2 | FileCheck %s --check-prefix=VALUE
// RUN: layoutc eval %s --queries %S/Inputs/eval_queries.jsonl --of=@seed | FileCheck %s --check-prefix=QUERIES
// RUN: layoutc eval %s --of=@seed < %S/Inputs/eval_queries.jsonl | FileCheck %s --check-prefix=SEED
// RUN: layoutc eval %s --of=@seed --queries=- < %S/Inputs/eval_queries.jsonl | FileCheck %s --check-prefix=QUERIES
// RUN: layoutc eval %s --inverse --of=@seed --queries %S/Inputs/eval_slots.jsonl | FileCheck %s --check-prefix=INVERSE
// RUN: layoutc eval %s --same=@seed,@rows | FileCheck %s --check-prefix=SAME
// RUN: not layoutc eval %s --same=@seed,@dense 2>&1 | FileCheck %s --check-prefix=DIFFER
// RUN: layoutc eval - --of=@seed --at=1,2 < %s | FileCheck %s --check-prefix=AT

// AT: {{^}}{"of":"@seed","at":[1,2],"offset":10,"byte":null,"valid":true}{{$}}

// ALL: {{^}}{"of":"@padded","at":[0],"offset":null,"byte":null,"valid":false}{{$}}
// ALL-NEXT: {{^}}{"of":"@padded","at":[1],"offset":0,"byte":null,"valid":true}{{$}}
// ALL-NEXT: {{^}}{"of":"@padded","at":[2],"offset":1,"byte":null,"valid":true}{{$}}
// ALL-NEXT: {{^}}{"of":"@padded","at":[3],"offset":null,"byte":null,"valid":false}{{$}}
// ALL-NOT: {{.}}

// SLOT: {{^}}{"of":"@seed","offset":10,"at":[1,2],"owners":1}{{$}}

// A slot outside of memory is not padding.
// BEYOND: {{^}}{"of":"@seed","offset":32,"at":null,"owners":0}{{$}}
// BEYOND-NEXT: remark[L0604]: slot 32 is outside of the memory of `@seed`, whose slots are 0 to 23
// BELOW: remark[L0604]: slot -1 is outside of the memory of `@seed`, whose slots are 0 to 23
// PADDING: {{^}}{"of":"@hwc8","offset":3,"at":null,"owners":0}{{$}}
// PADDING-NOT: remark

// SLOTS: {{^}}{"of":"@hwc8","offset":0,"at":[0,0,0],"owners":1}{{$}}
// SLOTS-COUNT-2: "owners":1}
// SLOTS-NEXT: {{^}}{"of":"@hwc8","offset":3,"at":null,"owners":0}{{$}}
// SLOTS-COUNT-4: "owners":0}
// SLOTS-NEXT: {{^}}{"of":"@hwc8","offset":8,"at":[0,0,1],"owners":1}{{$}}
// SLOTS: {{^}}{"of":"@hwc8","offset":31,"at":null,"owners":0}{{$}}
// SLOTS-NOT: {{.}}

// SEED: {{^}}{"of":"@seed","logical_shape":[3,4],"physical_shape":[3,4],"strides":[8,1],
// SEED-SAME: "min_offset":0,"max_offset":19,"span":20,"allocation":24,"size_bytes":null,
// SEED-SAME: "packed":false,"injective":true,"vector_width":[1,4],
// SEED-SAME: "hidden":[{"op":"layout.strided","lower":[0],"upper":[1,2]},{"op":"layout.pass_through","lower":[1],"upper":[3]},
// SEED-SAME: {"op":"layout.pass_through","lower":[2],"upper":[4]}],"top":[3,4]}{{$}}

// VIEW: "hidden":[{"op":"layout.packed","lower":[0],"upper":[1,2]},{"op":"layout.pass_through","lower":[1],"upper":[3]},
// VIEW-SAME: {"op":"layout.unmerge","lower":[2],"upper":[4,5]}],"top":[3,4,5]}{{$}}

// VALUE: {{^}}{"of":"@f:%a","at":[1,2],"offset":9,"byte":18,"valid":true}{{$}}

// QUERIES: {{^}}{"of":"@seed","at":[1,2],"offset":10,"byte":null,"valid":true}{{$}}
// QUERIES-NEXT: {{^}}{"of":"@view","at":[1,1,2],"offset":11,"byte":null,"valid":true}{{$}}
// QUERIES-NEXT: {{^}}{"of":"@seed","at":[2,3],"offset":19,"byte":null,"valid":true}{{$}}
// QUERIES-NEXT: {{^}}{"of":"@padded","at":[0],"offset":null,"byte":null,"valid":false}{{$}}
// QUERIES-NOT: {{.}}

// INVERSE: {{^}}{"of":"@seed","offset":10,"at":[1,2],"owners":1}{{$}}
// INVERSE-NEXT: {{^}}{"of":"@seed","offset":5,"at":null,"owners":0}{{$}}
// INVERSE-NEXT: {{^}}{"of":"@seed","offset":19,"at":[2,3],"owners":1}{{$}}
// INVERSE-NEXT: {{^}}{"of":"@hwc8","offset":27,"at":null,"owners":0}{{$}}
// INVERSE-NOT: {{.}}

// SAME: {{^}}{"same":true}{{$}}
// DIFFER: {{^}}{"same":false,"at":[1,0],"a":8,"b":4}{{$}}
// DIFFER-NEXT: error[L0604]: `@seed` and `@dense` differ: index [1, 0] is at offset 8 in `@seed`, at offset 4 in `@dense`

layout.descriptor @seed {
  %m, %n = layout.strided [3, 4] strides [8, 1]
  %i = layout.pass_through %m
  %j = layout.pass_through %n
  layout.yield %i, %j
}
layout.tensor @rows : tensor<3x4xf16, {strides = [8, 1]}>
layout.tensor @dense : tensor<3x4xf16>
layout.descriptor @view {
  %m, %n = layout.packed [2, 6]
  %i = layout.pass_through %m
  %j, %k = layout.unmerge %n into [2, 3]
  layout.yield %i, %j, %k
}
layout.descriptor @padded {
  %m = layout.packed [2]
  %i = layout.pad %m low 1 high 1
  layout.yield %i
}
layout.tensor @hwc8 : tensor<3x2x2xf16, {format = #layout.format<hwc8>}>
func.func @f(%a: tensor<4x5xf16, {order = affine_map<(d0, d1) -> (d1, d0)>}>) {
  return
}
