// RUN: layoutc %s --passes=lower-addressing,simplify-index | FileCheck %s
// RUN: layoutc %s --passes=lower-addressing,simplify-index,simplify-index{cost=slots},simplify-index{cost=ops},check-addresses{smt=all} --emit=none --stats 2>&1 | FileCheck %s --check-prefix=STATS

// A strided layout adds a constant. The function no longer holds outside its index, so `total` is dropped.
// CHECK-LABEL: func.func @east
// CHECK-SAME: offsets = array<i64: 0, 43>, step = array<i64: 0, 1>, unit
// CHECK-NEXT: %[[ONE:.*]] = arith.constant 1 : i32
// CHECK-NEXT: %[[NEXT:.*]] = arith.addi %offset, %[[ONE]]
// CHECK-NEXT: return %[[NEXT]]
layout.tensor @x : tensor<4x8xf32, {strides = [12, 1]}>
layout.address @east of @x {step = array<i64: 0, 1>}
// CHECK-LABEL: func.func @northeast
// CHECK-NEXT: %[[BY:.*]] = arith.constant 11 : i32
// CHECK-NEXT: arith.subi %offset, %[[BY]]
layout.address @northeast of @x {step = array<i64: -1, 1>}

// The last channel of a vector carries.
// CHECK-LABEL: func.func @channel
// CHECK-NOT: divui
// CHECK: %[[LANE:.*]] = arith.andi %d1
// CHECK: %[[CARRY:.*]] = arith.cmpi uge, %[[LANE]]
// CHECK: %[[BY:.*]] = arith.select %[[CARRY]]
// CHECK: arith.addi %offset, %[[BY]]
layout.tensor @chw : tensor<2x100x7x5xf16, {format = #layout.format<chw16>}>
layout.address @channel of @chw {step = array<i64: 0, 1, 0, 0>}
// A step by whole vectors never carries.
// CHECK-LABEL: func.func @vector
// CHECK-NEXT: %[[BY:.*]] = arith.constant 560 : i32
// CHECK-NEXT: arith.addi %offset, %[[BY]]
layout.address @vector of @chw {step = array<i64: 0, 16, 0, 0>}

// Nested carries: into rows, and into images.
// CHECK-LABEL: func.func @pixel
// CHECK-NOT: divui
// CHECK-COUNT-2: arith.select
// CHECK-NOT: arith.select
// CHECK: return
layout.descriptor @pixels {
  %n, %h, %w = layout.strided [3, 4, 8] strides [1024, 130, 6]
  %i = layout.merge %n, %h, %w
  layout.yield %i
}
layout.address @pixel of @pixels {step = array<i64: 1>}

// The offset determines the row: its greatest part if the matrix is transposed, and its remainder by 1024 in images.
// CHECK-LABEL: func.func @transposed
// CHECK-NEXT: %[[LAST:.*]] = arith.constant 785408 : i32
// CHECK-NEXT: %[[CARRY:.*]] = arith.cmpi uge, %offset, %[[LAST]]
// CHECK-NOT: %d0
// CHECK: %[[BY:.*]] = arith.select %[[CARRY]]
// CHECK-NEXT: arith.subi %offset, %[[BY]]
// CHECK-NEXT: return
layout.descriptor @matrix {
  %c, %r = layout.packed [768, 1024]
  %i = layout.merge %r, %c
  layout.yield %i
}
layout.address @transposed of @matrix {step = array<i64: 1>}
// CHECK-LABEL: func.func @planes
// CHECK: arith.andi %offset
// CHECK-COUNT-2: arith.select
// CHECK: return
layout.descriptor @images {
  %n, %p, %c = layout.strided [5, 48, 16] strides [1024, 16, 1]
  %i = layout.merge %n, %c, %p
  layout.yield %i
}
layout.address @planes of @images {step = array<i64: 1>}

// A step out of the last pixel of a channel leads to the next channel, whose block is a digit of a digit: it is the next one
// after a whole block, and the first one after the last channel of an image. A case of a longer carry is inside of the shorter.
// CHECK-LABEL: func.func @blocked
// CHECK-NOT: divui
// CHECK-COUNT-3: arith.select
// CHECK-NEXT: arith.addi %offset
// CHECK-NEXT: return
layout.tensor @blocks : tensor<4x100x28x28xi8, {format = #layout.format<chw32>}>
layout.descriptor @flat {
  %n, %c, %h, %w = layout.from @blocks
  %i = layout.merge %n, %c, %h, %w
  layout.yield %i
}
layout.address @blocked of @flat {step = array<i64: 1>}

// The index is valid, so only the bound that the step approaches is tested.
// CHECK-LABEL: func.func @right
// CHECK: %[[END:.*]] = arith.constant 19 : i32
// CHECK: arith.cmpi ult, %d0, %[[END]]
// CHECK-NOT: cmpi
// CHECK: return
layout.descriptor @halo {
  %m = layout.packed [16]
  %i = layout.pad %m low 4 high 12
  layout.yield %i
}
layout.address @right of @halo {step = array<i64: 1>}

// A swizzle is cheaper from the index: the step changes bits of both parts.
// CHECK-LABEL: func.func @swizzled
// CHECK-NOT: addi{{.*}}%offset
// CHECK: arith.xori
// CHECK: return
layout.descriptor @swizzle {
  %m, %n = layout.packed [64, 64]
  %i, %j = layout.xor %m, %n
  layout.yield %i, %j
}
layout.address @swizzled of @swizzle {step = array<i64: 0, 1>}

// STATS: functions checked
// STATS-NOT: without a proof
