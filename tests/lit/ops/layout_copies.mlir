// RUN: layoutc %s | FileCheck %s
// RUN: layoutc %s --emit=generic | layoutc | FileCheck %s
// RUN: layoutc %s --emit=generic | FileCheck %s --check-prefix=GENERIC
// RUN: layoutc eval %s --of @tile --at 1,2 | FileCheck %s --check-prefix=AT
// RUN: layoutc eval %s --of @turned --at 2,1 | FileCheck %s --check-prefix=TURNED

// CHECK: %a, %b, %c, %d, %r = layout.strided [8, 2, 4, 2, 2] strides [4@lane, 1@warp, 1@lane, 1, 4@warp] offset 5@warp
// CHECK-NEXT: layout.copies %r
// GENERIC: "layout.strided"() {axes = ["lane", "warp", "lane", "m", "warp"], lengths = array<i64: 8, 2, 4, 2, 2>, offsets = {warp = 5 : i64}, strides = array<i64: 4, 1, 1, 1, 4>}
// GENERIC: "layout.copies"(%r) : (!layout.memdim<2>) -> ()
// AT: "at":[1,2],"slots":[{"lane":5,"m":0,"warp":5},{"lane":5,"m":0,"warp":9}],"valid":true
layout.descriptor @tile {
  %a, %b, %c, %d, %r = layout.strided [8, 2, 4, 2, 2] strides [4@lane, 1@warp, 1@lane, 1, 4@warp] offset 5@warp
  layout.copies %r
  %i = layout.pass_through %a
  %j = layout.merge %b, %c, %d
  layout.yield %i, %j
}

// The axes and copies of the base are inherited.
// CHECK: layout.from @tile
// TURNED: "at":[2,1],"slots":[{"lane":5,"m":0,"warp":5},{"lane":5,"m":0,"warp":9}],"valid":true
layout.descriptor @turned {
  %i, %j = layout.from @tile
  layout.yield %j, %i
}

// Copies of a logical dim, in memory of one axis.
// CHECK: layout.copies %c
layout.descriptor @rows {
  %m, %n = layout.packed [3, 4]
  %c = layout.pass_through %m
  layout.copies %c
  %j = layout.pass_through %n
  layout.yield %j
}
