// RUN: layoutc %s --emit=c | FileCheck %s

// The allocation of an index map ends after its greatest offset.
// CHECK: LAYOUTC_FN int64_t map_allocation(int64_t s0, int64_t s1)
layout.notation @map "tvm:[s0,s1] lambda d0,d1: (d0*s1+d1) where s0 in 1..400, s1 in 1..640"
layout.address @in_map of @map
// A map into memory has the size of the memory.
// CHECK: LAYOUTC_FN int64_t blocks_allocation(int64_t s0)
layout.notation @blocks "tvm:[s0] lambda d0: (d0//4,d0%4) where s0 in 4..400"
layout.address @in_blocks of @blocks
// The allocation of a descriptor includes the rows of its memory.
// CHECK: LAYOUTC_FN int64_t rows_allocation(int64_t a, int64_t b)
layout.descriptor @rows symbols [a, b] where affine_set<()[s0, s1] : (60 - s0 >= 0, 50 - s1 >= 0)> {
  %m, %n = layout.aligned [a, b] to 16
  %i = layout.merge %m, %n
  layout.yield %i
}
layout.address @in_rows of @rows
