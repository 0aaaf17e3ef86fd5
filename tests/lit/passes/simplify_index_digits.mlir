// RUN: layoutc %s --passes=lower-addressing,simplify-index,check-addresses --stats 2>&1 | FileCheck %s

// A swizzle of 8 x 8 vectors of 3 elements, in one dim: the bits are those of t / 3. The vector keeps its place, so the
// function adds 3 times the change of the bits to t.
layout.descriptor @vectors {
  %row, %column, %lane = layout.packed [8, 8, 3]
  %i, %j = layout.xor %row, %column
  %t = layout.merge %i, %j, %lane
  layout.yield %t
}
// CHECK-LABEL: func.func @offset_vectors(%d0: i32)
// CHECK: [[HALVES:%[0-9]+]]:2 = arith.mului_extended %d0, %0
// CHECK: [[UPPER:%[0-9]+]] = arith.shrui [[HALVES]]#1,
// CHECK-NEXT: arith.xori [[HALVES]]#1, [[UPPER]]
// CHECK-COUNT-4: arith.{{addi|subi|shli}}
// CHECK-NEXT: return
layout.address @offset_vectors of @vectors {unit = "element"}

// A digit between the bits of the row and of the column: the offset is t ^ (t / 24).
layout.descriptor @rows {
  %row, %block, %column = layout.packed [8, 3, 8]
  %i, %j = layout.xor %row, %column
  %t = layout.merge %i, %block, %j
  layout.yield %t
}
// CHECK-LABEL: func.func @offset_rows(%d0: i32)
// CHECK: [[HALVES:%[0-9]+]]:2 = arith.mului_extended %d0, %0
// CHECK-NEXT: [[OFFSET:%[0-9]+]] = arith.xori %d0, [[HALVES]]#1
// CHECK-NEXT: return [[OFFSET]]
layout.address @offset_rows of @rows {unit = "element"}
// CHECK: 2{{ +}}check-addresses (3): functions proven by comparison at all indices
