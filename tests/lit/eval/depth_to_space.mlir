// RUN: layoutc eval %s --of @pixels --all | FileCheck %s --check-prefix=ALL
// RUN: layoutc eval %s --of @pixels | FileCheck %s
// RUN: layoutc eval %s --of @pixels --inverse --offset 57 | FileCheck %s --check-prefix=SLOT

// Depth to space by 2 x 2 over an NHWC tensor of 12 channels: each pixel becomes four of 3 channels.
// ALL: "at":[0,0,0,0],"offset":0,
// ALL: "at":[0,0,1,0],"offset":3,
// ALL: "at":[0,0,2,0],"offset":12,
// ALL: "at":[0,0,5,2],"offset":29,
// ALL: "at":[0,1,4,2],"offset":32,
// ALL: "at":[0,2,4,0],"offset":60,
// ALL: "at":[0,3,1,0],"offset":45,
// ALL: "at":[0,3,3,0],"offset":57,
// CHECK: "logical_shape":[1,4,6,3],"physical_shape":[1,2,3,12],
// CHECK-SAME: "span":72,"allocation":72,"size_bytes":null,"packed":true,"injective":true,"vector_width":[1,1,1,1],
// SLOT: {"of":"@pixels","offset":57,"at":[0,3,3,0],"owners":1}
layout.descriptor @pixels {
  %m0, %m1, %m2, %m3 = layout.packed [1, 2, 3, 12]
  %n = layout.pass_through %m0
  %y, %x, %c = layout.unmerge %m3 into [2, 2, 3]
  %h = layout.merge %m1, %y
  %w = layout.merge %m2, %x
  layout.yield %n, %h, %w, %c
}
