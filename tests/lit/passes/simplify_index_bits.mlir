// RUN: layoutc %s --passes=lower-addressing,simplify-index,check-addresses --stats 2>&1 | FileCheck %s

// Half a turn is an exclusive or.
layout.descriptor @rotate_half {
  %s0, %h0, %d0 = layout.packed [8, 32, 128]
  %s = layout.pass_through %s0
  %h = layout.pass_through %h0
  %d1 = layout.modulo %d0 by 128 length 192
  %d = layout.slice %d1 from 64 to 192
  layout.yield %s, %h, %d
}
// CHECK-LABEL: func.func @offset_rotate_half
// CHECK-NOT: arith.andi
// CHECK: arith.xori
// CHECK-NOT: arith.andi
// CHECK: return
layout.address @offset_rotate_half of @rotate_half

// The bits of both dims are expanded at once, in one word: 14 operations.
layout.descriptor @morton {
  %m = layout.packed [1024]
  %y4, %x4, %y3, %x3, %y2, %x2, %y1, %x1, %y0, %x0 = layout.unmerge %m into [2, 2, 2, 2, 2, 2, 2, 2, 2, 2]
  %y = layout.merge %y4, %y3, %y2, %y1, %y0
  %x = layout.merge %x4, %x3, %x2, %x1, %x0
  layout.yield %y, %x
}
// CHECK-LABEL: func.func @offset_morton
// CHECK-COUNT-7: arith.{{ori|shli|shrui|andi}}
// CHECK-COUNT-7: arith.{{ori|shli|shrui|andi}}
// CHECK-NOT: arith.{{ori|shli|shrui|andi}}
// CHECK: return
layout.address @offset_morton of @morton
// CHECK: 2{{ +}}check-addresses (3): functions proven by comparison at all indices
