// RUN: layoutc %s | FileCheck %s
// RUN: layoutc %s --emit=generic | layoutc | FileCheck %s
// RUN: layoutc eval %s --same @bounded,@static | FileCheck %s --check-prefix=SAME
// RUN: layoutc eval %s --of @bounded | FileCheck %s --check-prefix=SIZES
// RUN: layoutc eval %s --of @bounded --at 3,15,5,7 | FileCheck %s --check-prefix=LAST
// RUN: layoutc eval %s --of @bounded --at 4,0,0,0 | FileCheck %s --check-prefix=OUTSIDE
// RUN: layoutc eval %s --of @bounded --inverse --offset 3071 | FileCheck %s --check-prefix=OWNER
// RUN: layoutc eval %s --of @plain | FileCheck %s --check-prefix=PLAIN
// RUN: layoutc eval %s --of @split | FileCheck %s --check-prefix=SPLIT
// RUN: layoutc eval %s --of @merged | FileCheck %s --check-prefix=MERGED
// RUN: layoutc eval %s --of @opaque | FileCheck %s --check-prefix=OPAQUE
// RUN: layoutc eval %s --of @memory | FileCheck %s --check-prefix=MEMORY

// A dynamic dim with a bound is as long as its bound.
// SAME: {"same":true}
// SIZES: "logical_shape":[4,16,6,8],"physical_shape":[4,6,8,16],"strides":[768,128,16,1],
// SIZES-SAME: "span":3072,"allocation":3072,"size_bytes":6144,"packed":true
// LAST: "offset":3071,"byte":6142,"valid":true
// OUTSIDE: "offset":null,"byte":null,"valid":false
// OWNER: "at":[3,15,5,7],"owners":1
// CHECK: layout.tensor @bounded : tensor<?x16x?x8xf16, {bounds = [4, 16, 6, 8], order = #NHWC, strides = [768, 1, 128, 16]}>
layout.tensor @bounded : tensor<?x16x?x8xf16, {order = #layout.order<NHWC>, bounds = [4, 16, 6, 8], strides = [768, 1, 128, 16]}>
layout.tensor @static : tensor<4x16x6x8xf16, {order = #layout.order<NHWC>}>

// The tensor is row major, as one without an encoding is.
// PLAIN: "strides":[5,1],{{.*}}"allocation":15
// CHECK: layout.tensor @plain : tensor<3x?xf16, {bounds = [3, 5]}>
layout.tensor @plain : tensor<3x?xf16, {bounds = [3, 5]}>

// A format splits a dim that has a bound.
// SPLIT: "physical_shape":[2,3,6,8,16],{{.*}}"allocation":4640
// CHECK: layout.tensor @split : tensor<?x?x6x8xf16, {bounds = array<i64: 2, 35, 6, 8>, format = #layout.format<chw16>, offset = 32 : i64}>
layout.tensor @split : tensor<?x?x6x8xf16, {format = #layout.format<chw16>, bounds = array<i64: 2, 35, 6, 8>, offset = 32}>

// A descriptor has the lengths of the bounds, and can begin at a tensor with bounds.
// MERGED: "logical_shape":[4,16,48]
// CHECK: layout.tensor @described : tensor<?x12xf16, {bounds = [4, 12], layout = @view}>
layout.tensor @described : tensor<?x12xf16, {bounds = [4, 12], layout = @view}>
layout.descriptor @view {
  %m:2 = layout.packed [4, 12]
  %a = layout.pass_through %m#0
  %b = layout.pass_through %m#1
  layout.yield %a, %b
}
layout.descriptor @merged {
  %n, %c, %h, %w = layout.from @bounded
  %hw = layout.merge %h, %w
  layout.yield %n, %c, %hw
}

// The dims that have no bound are -9223372036854775808, as in MLIR. Only the outermost dim in memory may have none.
// CHECK: layout.tensor @open : tensor<?x?x8xf16, {bounds = [-9223372036854775808, 6, 8]}>
layout.tensor @open : tensor<?x?x8xf16, {bounds = [-9223372036854775808, 6, 8]}>

// VPUX also prints the bounds as an attribute of its own.
// OPAQUE: "logical_shape":[1,16,30,256],{{.*}}"strides":[122880,4096,16,1]
// CHECK: layout.tensor @opaque : tensor<1x16x30x?xf16, {bounds = #const.OpaqueI64Elements<[1, 16, 30, 256]> : tensor<4xsi64>, order = #NHWC}>
layout.tensor @opaque : tensor<1x16x30x?xf16, {bounds = #const.OpaqueI64Elements<[1, 16, 30, 256]> : tensor<4xsi64>, order = #layout.order<NHWC>}>

// MEMORY: "strides":[8,1],{{.*}}"allocation":48
// CHECK: layout.tensor @memory : memref<?x5xf16, {bounds = [6, 5], order = #NC, strides = [8, 1]}, @DDR>
layout.tensor @memory : memref<?x5xf16, {bounds = [6, 5], order = #layout.order<NC>, strides = [8, 1]}, @DDR>
