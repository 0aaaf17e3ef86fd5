// RUN: layoutc eval %s --same @hwc8,@hwc8_order | FileCheck %s
// RUN: layoutc eval %s --same @hwc8,@hwc8_view | FileCheck %s
// RUN: layoutc eval %s --same @hwc8_order,@hwc8_strides | FileCheck %s
// RUN: layoutc eval %s --same @hwc8,@f:%%vpux | FileCheck %s
// RUN: layoutc eval %s --same @hwc8,@f:%%strided | FileCheck %s
// RUN: layoutc eval %s --same @chw4,@chw4_view | FileCheck %s
// RUN: layoutc eval %s --same @chw4,@f:%%floordiv | FileCheck %s
// RUN: not layoutc eval %s --same @hwc8,@hwc16 2>&1 | FileCheck %s --check-prefix=DIFFER
// RUN: not layoutc eval %s --same @hwc8,@chw4 2>&1 | FileCheck %s --check-prefix=SPLIT
// RUN: not layoutc eval %s --same @hwc8,@other 2>&1 | FileCheck %s --check-prefix=SHAPES
// RUN: not layoutc eval %s --same @hwc8,@hwc7 2>&1 | FileCheck %s --check-prefix=NAME
// RUN: layoutc eval %s --of @hwc8 --inverse --all | FileCheck %s --check-prefix=LANES
// RUN: layoutc eval %s --of @chw4 --at 1,4,2,3 | FileCheck %s --check-prefix=AT
// RUN: layoutc eval %s --of @chw4 --inverse --offset 191 | FileCheck %s --check-prefix=LANE
// RUN: layoutc eval %s --of @chw4 | FileCheck %s --check-prefix=CHW4

// Equal layouts in different spellings.
// CHECK: {"same":true}

// Pixels of 5 channels, each rounded up to 8.
#NHWC = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>
layout.tensor @hwc8 : tensor<2x5x3x4xf16, {format = #layout.format<hwc8>}>
layout.tensor @hwc8_order : tensor<2x5x3x4xf16, {order = #NHWC, reqs = #layout.reqs<m2: aligned<16 bytes>>}>
layout.tensor @hwc8_strides : tensor<2x5x3x4xf16, {order = #NHWC, strides = [96, 1, 32, 8]}>
layout.descriptor @hwc8_view {
  %m0, %m1, %m2, %m3 = layout.packed [2, 3, 4, 8]
  %n = layout.pass_through %m0
  %c = layout.slice %m3 from 0 to 5
  %h = layout.pass_through %m1
  %w = layout.pass_through %m2
  layout.yield %n, %c, %h, %w
}

// The three padding lanes of each pixel.
// LANES: "offset":4,"at":[0,4,0,0],"owners":1
// LANES-NEXT: "offset":5,"at":null,"owners":0
// LANES-NEXT: "offset":6,"at":null,"owners":0
// LANES-NEXT: "offset":7,"at":null,"owners":0
// LANES-NEXT: "offset":8,"at":[0,0,0,1],"owners":1

// The channels of chw4 are split: four are adjacent, and the fifth is 48 elements further.
layout.tensor @chw4 : tensor<2x5x3x4xi8, {format = #layout.format<chw4>}>
layout.descriptor @chw4_view {
  %m0, %m1, %m2, %m3, %m4 = layout.packed [2, 2, 3, 4, 4]
  %n = layout.pass_through %m0
  %cs = layout.merge %m1, %m4
  %c = layout.slice %cs from 0 to 5
  %h = layout.pass_through %m2
  %w = layout.pass_through %m3
  layout.yield %n, %c, %h, %w
}
// AT: {"of":"@chw4","at":[1,4,2,3],"offset":188,"byte":188,"valid":true}
// LANE: {"of":"@chw4","offset":191,"at":null,"owners":0}
// CHW4: "physical_shape":[2,2,3,4,4],"strides":[96,48,16,4,1],"min_offset":0,"max_offset":188,"span":189,"allocation":192,"size_bytes":192,"packed":true,"injective":true,"vector_width":[1,1,1,1]}

// The spellings of other projects.
func.func @f(%vpux: memref<2x5x3x4xf16, {order = #NHWC, strides = [96, 1, 32, 8]}, @DDR>,
             %strided: memref<2x5x3x4xf16, strided<[96, 1, 32, 8]>>,
             %floordiv: memref<2x5x3x4xi8, affine_map<(d0, d1, d2, d3) -> (d0, d1 floordiv 4, d2, d3, d1 mod 4)>>) {
  return
}

// The first differing index is reported.
// DIFFER-DAG: {"same":false,"at":[0,0,0,1],"a":8,"b":16}
// DIFFER-DAG: error[L0604]: `@hwc8` and `@hwc16` differ: index [0, 0, 0, 1] is at offset 8 in `@hwc8`, at offset 16 in `@hwc16`
layout.tensor @hwc16 : tensor<2x5x3x4xf16, {format = #layout.format<hwc16>}>
// SPLIT: {"same":false,"at":[0,0,0,1],"a":8,"b":4}
// SHAPES-DAG: {"same":false,"at":null,"a":null,"b":null}
// SHAPES-DAG: error[L0604]: `@hwc8` and `@other` differ: their shapes are [2, 5, 3, 4] and [2, 5, 4, 3]
layout.tensor @other : tensor<2x5x4x3xf16, {format = #layout.format<hwc8>}>
// NAME: error[L0604]: unknown symbol `@hwc7`
// NAME: note: did you mean `@hwc8`?
