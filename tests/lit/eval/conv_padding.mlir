// RUN: layoutc eval %s --of @image --all | FileCheck %s --check-prefix=ALL
// RUN: layoutc eval %s --of @image | FileCheck %s
// RUN: layoutc eval %s --of @image --inverse --offset 114 | FileCheck %s --check-prefix=SLOT
// RUN: layoutc eval %s --of @image --inverse --all | FileCheck %s --check-prefix=SLOTS
// RUN: layoutc eval %s --of @one_sided --all | FileCheck %s --check-prefix=ONE-ALL
// RUN: layoutc eval %s --of @one_sided | FileCheck %s --check-prefix=ONE

// An image of 5 x 6 with a virtual halo: one row above and below, two columns on each side.
// ALL: {"of":"@image","at":[0,0,0,8],"offset":null,"byte":null,"valid":false}
// ALL: {"of":"@image","at":[0,0,1,1],"offset":null,"byte":null,"valid":false}
// ALL-NEXT: {"of":"@image","at":[0,0,1,2],"offset":0,"byte":null,"valid":true}
// ALL: {"of":"@image","at":[0,0,1,7],"offset":5,"byte":null,"valid":true}
// ALL-NEXT: {"of":"@image","at":[0,0,1,8],"offset":null,"byte":null,"valid":false}
// ALL: {"of":"@image","at":[0,1,4,2],"offset":48,"byte":null,"valid":true}
// ALL: {"of":"@image","at":[1,0,5,2],"offset":114,"byte":null,"valid":true}
// ALL: {"of":"@image","at":[1,1,1,2],"offset":120,"byte":null,"valid":true}
// ALL: {"of":"@image","at":[1,1,4,8],"offset":null,"byte":null,"valid":false}
// A consumer needs a predicate, but memory has neither gaps nor padding.
// CHECK: "logical_shape":[2,3,7,10],"physical_shape":[2,3,5,6],"strides":[90,30,6,1],"min_offset":0,"max_offset":179,"span":180,"allocation":180,
// CHECK-SAME: "packed":true,"injective":true,"vector_width":[1,1,1,2],
// SLOT: {"of":"@image","offset":114,"at":[1,0,5,2],"owners":1}
// SLOTS-COUNT-180: "owners":1
// SLOTS-NOT: "offset"
layout.descriptor @image {
  %m0, %m1, %m2, %m3 = layout.packed [2, 3, 5, 6]
  %n = layout.pass_through %m0
  %c = layout.pass_through %m1
  %h = layout.pad %m2 low 1 high 1
  %w = layout.pad %m3 low 2 high 2
  layout.yield %n, %c, %h, %w
}

// ONE-ALL: "at":[0,0,0,0],"offset":null,
// ONE-ALL: "at":[0,0,1,0],"offset":0,
// ONE-ALL: "at":[0,0,1,3],"offset":3,
// ONE-ALL-NEXT: "at":[0,0,1,4],"offset":null,
// ONE: "logical_shape":[1,2,5,6],
// ONE-SAME: "span":32,"allocation":32,
// ONE-SAME: "vector_width":[1,1,1,2],
layout.descriptor @one_sided {
  %m0, %m1, %m2, %m3 = layout.packed [1, 2, 4, 4]
  %n = layout.pass_through %m0
  %c = layout.pass_through %m1
  %h = layout.pad %m2 low 1 high 0
  %w = layout.pad %m3 low 0 high 2
  layout.yield %n, %c, %h, %w
}
