// RUN: layoutc eval %s --of @rows --at 1,2 | FileCheck %s --check-prefix=ROWS-AT
// RUN: layoutc eval %s --of @rows | FileCheck %s --check-prefix=ROWS
// RUN: layoutc eval %s --of @rows --inverse --all | FileCheck %s --check-prefix=ROWS-SLOTS
// RUN: layoutc eval %s --of @packed --at 1,2 | FileCheck %s --check-prefix=PACKED-AT
// RUN: layoutc eval %s --of @packed | FileCheck %s --check-prefix=PACKED
// RUN: layoutc eval %s --of @aligned --at 3,4 | FileCheck %s --check-prefix=ALIGNED-AT
// RUN: layoutc eval %s --of @aligned | FileCheck %s --check-prefix=ALIGNED
// RUN: layoutc eval %s --of @backwards --all | FileCheck %s --check-prefix=BACKWARDS-ALL
// RUN: layoutc eval %s --of @backwards --inverse --all | FileCheck %s --check-prefix=BACKWARDS-SLOTS
// RUN: layoutc eval %s --of @backwards | FileCheck %s --check-prefix=BACKWARDS

// Rows of 4 elements with a stride of 8. The padding after the last row belongs to the allocation, but not to the span.
// ROWS-AT: {"of":"@rows","at":[1,2],"offset":10,"byte":null,"valid":true}
// ROWS: {"of":"@rows","logical_shape":[3,4],"physical_shape":[3,4],"strides":[8,1],"min_offset":0,"max_offset":19,"span":20,"allocation":24,
// ROWS-SAME: "size_bytes":null,"packed":false,"injective":true,"vector_width":[1,4],
// ROWS-SAME: "hidden":[{"op":"layout.strided","lower":[0],"upper":[1,2]},{"op":"layout.pass_through","lower":[1],"upper":[3]},{"op":"layout.pass_through","lower":[2],"upper":[4]}],"top":[3,4]}
// Slots between the rows hold no index. All slots of the allocation are answered.
// ROWS-SLOTS: {"of":"@rows","offset":3,"at":[0,3],"owners":1}
// ROWS-SLOTS-NEXT: {"of":"@rows","offset":4,"at":null,"owners":0}
// ROWS-SLOTS: {"of":"@rows","offset":7,"at":null,"owners":0}
// ROWS-SLOTS-NEXT: {"of":"@rows","offset":8,"at":[1,0],"owners":1}
// ROWS-SLOTS: {"of":"@rows","offset":19,"at":[2,3],"owners":1}
// ROWS-SLOTS: {"of":"@rows","offset":23,"at":null,"owners":0}
// ROWS-SLOTS-NOT: "offset"
layout.descriptor @rows {
  %m, %n = layout.strided [3, 4] strides [8, 1]
  %i = layout.pass_through %m
  %j = layout.pass_through %n
  layout.yield %i, %j
}

// PACKED-AT: {"of":"@packed","at":[1,2],"offset":6,"byte":null,"valid":true}
// PACKED: "strides":[4,1],"min_offset":0,"max_offset":11,"span":12,"allocation":12,"size_bytes":null,"packed":true,"injective":true,"vector_width":[1,4],
layout.descriptor @packed {
  %m, %n = layout.packed [3, 4]
  %i = layout.pass_through %m
  %j = layout.pass_through %n
  layout.yield %i, %j
}

// ALIGNED-AT: {"of":"@aligned","at":[3,4],"offset":28,"byte":null,"valid":true}
// ALIGNED: "strides":[8,1],"min_offset":0,"max_offset":28,"span":29,"allocation":32,"size_bytes":null,"packed":false,"injective":true,"vector_width":[1,1],
layout.descriptor @aligned {
  %m, %n = layout.aligned [4, 5] to 8
  %i = layout.pass_through %m
  %j = layout.pass_through %n
  layout.yield %i, %j
}

// Negative strides are exact: 3 rows of 2, the last one first in memory, and the least offset two below 0.
// BACKWARDS-ALL: "at":[0,0],"offset":2,
// BACKWARDS-ALL-NEXT: "at":[0,1],"offset":3,
// BACKWARDS-ALL-NEXT: "at":[1,0],"offset":0,
// BACKWARDS-ALL-NEXT: "at":[1,1],"offset":1,
// BACKWARDS-ALL-NEXT: "at":[2,0],"offset":-2,
// BACKWARDS-ALL-NEXT: "at":[2,1],"offset":-1,
// BACKWARDS-SLOTS: {"of":"@backwards","offset":-2,"at":[2,0],"owners":1}
// BACKWARDS-SLOTS: {"of":"@backwards","offset":3,"at":[0,1],"owners":1}
// BACKWARDS: "min_offset":-2,"max_offset":3,"span":6,
layout.descriptor @backwards {
  %m, %n = layout.strided [3, 2] strides [-2, 1] offset 2
  %i = layout.pass_through %m
  %j = layout.pass_through %n
  layout.yield %i, %j
}
