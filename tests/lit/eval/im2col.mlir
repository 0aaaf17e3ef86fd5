// RUN: layoutc eval %s --of @columns --all | FileCheck %s --check-prefix=ALL
// RUN: layoutc eval %s --of @columns | FileCheck %s
// RUN: layoutc eval %s --of @columns --inverse --offset 0 | FileCheck %s --check-prefix=CORNER
// RUN: layoutc eval %s --of @columns --inverse --offset 32 | FileCheck %s --check-prefix=INNER

// The matrix of a 3 x 3 convolution with padding 1 over an NHWC image. It has a row for each pixel of the result, and a
// column for each element of the window. Row 0, column (1, 1, 0) is the first pixel itself.
// ALL: "at":[0,8],"offset":null,
// ALL: "at":[0,16],"offset":0,
// ALL: "at":[0,24],"offset":null,
// ALL: "at":[0,28],"offset":28,
// ALL: "at":[0,35],"offset":35,
// ALL: "at":[1,13],"offset":1,
// ALL: "at":[1,28],"offset":32,
// ALL: "at":[35,26],"offset":null,
// ALL: "at":[52,25],"offset":233,
// ALL: "at":[65,27],"offset":287,
// CHECK: "logical_shape":[84,36],"physical_shape":[2,6,7,4],"strides":[168,28,4,1],"min_offset":0,"max_offset":335,"span":336,"allocation":336,
// CHECK-SAME: "injective":false,"vector_width":[1,4],
// A pixel in a corner is in 4 windows, an inner pixel in 9.
// CORNER: {"of":"@columns","offset":0,"at":[0,16],"owners":4}
// INNER: {"of":"@columns","offset":32,"at":[0,32],"owners":9}
layout.descriptor @columns {
  %m0, %m1, %m2, %m3 = layout.packed [2, 6, 7, 4]
  %h = layout.pad %m1 low 1 high 1
  %w = layout.pad %m2 low 1 high 1
  %y, %ho = layout.embed %h into [3, 6] strides [1, 1]
  %x, %wo = layout.embed %w into [3, 7] strides [1, 1]
  %row = layout.merge %m0, %ho, %wo
  %column = layout.merge %y, %x, %m3
  layout.yield %row, %column
}
