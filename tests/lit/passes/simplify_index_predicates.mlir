// RUN: layoutc %s --passes=lower-addressing,simplify-index | FileCheck %s

// Each `pad` adds a predicate. Predicates on one number, with or without an offset, become one comparison: the
// strictest.
layout.descriptor @nested {
  %m = layout.packed [1000]
  %0 = layout.pad %m low 1 high 1
  %1 = layout.pad %0 low 1 high 1
  %2 = layout.pad %1 low 1 high 5
  layout.yield %2
}
// CHECK-LABEL: func.func @offset_nested(%d0: i32)
// CHECK-NEXT: arith.constant 3 : i32
// CHECK-NEXT: [[AT:%.*]] = arith.subi %d0
// CHECK-NEXT: [[LENGTH:%.*]] = arith.constant 1000 : i32
// CHECK-NEXT: [[VALID:%.*]] = arith.cmpi ult, [[AT]], [[LENGTH]]
// CHECK-NEXT: return [[AT]], [[VALID]] : i32, i1
layout.address @offset_nested of @nested

// The predicates of the digits become one predicate on a quotient.
layout.descriptor @digits {
  %m = layout.packed [1024]
  %a0, %b0 = layout.unmerge %m into [256, 4]
  %c0 = layout.pad %a0 low 1 high 1
  %p0 = layout.merge %c0, %b0
  %a1, %b1 = layout.unmerge %p0 into [258, 4]
  %c1 = layout.pad %a1 low 1 high 1
  %p1 = layout.merge %c1, %b1
  layout.yield %p1
}
// CHECK-LABEL: func.func @offset_digits(%d0: i32)
// CHECK: arith.cmpi
// CHECK-NOT: arith.cmpi
// CHECK: return
layout.address @offset_digits of @digits
