// RUN: layoutc eval %s --of @toeplitz --all | FileCheck %s --check-prefix=ALL
// RUN: layoutc eval %s --of @toeplitz | FileCheck %s
// RUN: layoutc eval %s --of @toeplitz --inverse --all | FileCheck %s --check-prefix=SLOTS

// A matrix that is constant along its diagonals, built from 9 elements: element (i, j) is number i - j + 4. The
// intermediate index can be negative; only the last transform makes it valid.
// ALL: "at":[0,0],"offset":4,
// ALL-NEXT: "at":[0,1],"offset":3,
// ALL-NEXT: "at":[0,2],"offset":2,
// ALL-NEXT: "at":[0,3],"offset":1,
// ALL-NEXT: "at":[0,4],"offset":0,
// ALL-NEXT: "at":[1,0],"offset":5,
// ALL-NEXT: "at":[1,1],"offset":4,
// ALL: "at":[4,0],"offset":8,
// ALL: "at":[4,4],"offset":4,
// CHECK: "logical_shape":[5,5],"physical_shape":[9],"strides":[1],"min_offset":0,"max_offset":8,"span":9,"allocation":9,
// CHECK-SAME: "injective":false,"vector_width":[1,1],
// The elements of one diagonal share a slot, whose least index is reported.
// SLOTS: "offset":0,"at":[0,4],"owners":1
// SLOTS-NEXT: "offset":1,"at":[0,3],"owners":2
// SLOTS-NEXT: "offset":2,"at":[0,2],"owners":3
// SLOTS-NEXT: "offset":3,"at":[0,1],"owners":4
// SLOTS-NEXT: "offset":4,"at":[0,0],"owners":5
// SLOTS-NEXT: "offset":5,"at":[1,0],"owners":4
// SLOTS-NEXT: "offset":6,"at":[2,0],"owners":3
// SLOTS-NEXT: "offset":7,"at":[3,0],"owners":2
// SLOTS-NEXT: "offset":8,"at":[4,0],"owners":1
// SLOTS-NOT: "offset"
layout.descriptor @toeplitz {
  %m = layout.packed [9]
  %d = layout.offset %m by 4
  %i, %j = layout.embed %d into [5, 5] strides [1, -1]
  layout.yield %i, %j
}
