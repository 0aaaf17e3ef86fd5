// RUN: layoutc eval %s --of @morton --all | FileCheck %s --check-prefix=ALL
// RUN: layoutc eval %s --of @morton | FileCheck %s
// RUN: layoutc eval %s --of @morton --inverse --offset 27 | FileCheck %s --check-prefix=SLOT

// Morton order of 16 x 16, which interleaves the bits of the row and the column. Row 3 is 0011, column 5 is 0101, and
// 00011011 is 27.
// ALL: "at":[0,0],"offset":0,
// ALL-NEXT: "at":[0,1],"offset":1,
// ALL-NEXT: "at":[0,2],"offset":4,
// ALL-NEXT: "at":[0,3],"offset":5,
// ALL-NEXT: "at":[0,4],"offset":16,
// ALL: "at":[1,0],"offset":2,
// ALL: "at":[3,5],"offset":27,
// ALL: "at":[8,0],"offset":128,
// ALL: "at":[15,15],"offset":255,
// CHECK: "logical_shape":[16,16],"physical_shape":[256],
// CHECK-SAME: "injective":true,"vector_width":[1,2],
// SLOT: {"of":"@morton","offset":27,"at":[3,5],"owners":1}
layout.descriptor @morton {
  %m = layout.packed [256]
  %b7, %b6, %b5, %b4, %b3, %b2, %b1, %b0 = layout.unmerge %m into [2, 2, 2, 2, 2, 2, 2, 2]
  %row = layout.merge %b7, %b5, %b3, %b1
  %column = layout.merge %b6, %b4, %b2, %b0
  layout.yield %row, %column
}
