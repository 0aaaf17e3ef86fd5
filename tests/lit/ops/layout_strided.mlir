// RUN: layoutc %s | FileCheck %s
// RUN: layoutc %s --emit=generic | layoutc | FileCheck %s
// RUN: layoutc %s --emit=generic | FileCheck %s --check-prefix=GENERIC

// CHECK: %m, %n = layout.strided [3, 4] strides [8, 1]
// CHECK-NOT: offset
// CHECK: layout.yield
// GENERIC: "layout.strided"() {lengths = array<i64: 3, 4>, strides = array<i64: 8, 1>} : () -> (!layout.memdim<3>, !layout.memdim<4>)
layout.descriptor @padded_rows {
  %m, %n = layout.strided [3, 4] strides [8, 1]
  %i = layout.pass_through %m
  %j = layout.pass_through %n
  layout.yield %i, %j
}

// An offset, and strides that no stored tensor has.
// CHECK: layout.strided [3, 4] strides [-4, 0] offset 8
// GENERIC: {lengths = array<i64: 3, 4>, offset = 8 : i64, strides = array<i64: -4, 0>}
layout.descriptor @flipped {
  %m, %n = layout.strided [3, 4] strides [-4, 0] offset 8
  %i = layout.pass_through %m
  %j = layout.pass_through %n
  layout.yield %i, %j
}

// Strides and offsets on axes; one without a name is on the axis `m`.
// CHECK: layout.strided [8, 2] strides [4@lane, 1] offset 3, 5@warp
// GENERIC: {axes = ["lane", "m"], lengths = array<i64: 8, 2>, offset = 3 : i64, offsets = {warp = 5 : i64}, strides = array<i64: 4, 1>}
layout.descriptor @lanes {
  %m, %n = layout.strided [8, 2] strides [4@lane, 1] offset 5@warp, 3
  %i = layout.pass_through %m
  %j = layout.pass_through %n
  layout.yield %i, %j
}

// CHECK: layout.strided [?, 2] strides [4@m, 1@m] offset 8@m
layout.descriptor @named_memory {
  %m, %n = layout.strided [?, 2] strides [4, 1@m] offset 8@m
  %i = layout.pass_through %m
  %j = layout.pass_through %n
  layout.yield %i, %j
}
