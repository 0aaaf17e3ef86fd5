// A swizzle for a tile that is written by rows and read by columns, with the proof that no linear swizzle has a lesser
// degree. The suggested text is the descriptor below, unchanged.

// RUN: layoutc eval %s --of @half --access=d1 --access=d0 | FileCheck %s --check-prefix=BOTH
// RUN: layoutc eval %s --of @swizzled --access=d1 | FileCheck %s --check-prefix=FREE
// RUN: layoutc eval %s --of @swizzled --access=d0 | FileCheck %s --check-prefix=FREE
// RUN: layoutc eval %s --of @wide --access=0 --banks=4 | FileCheck %s --check-prefix=WIDE
// RUN: layoutc eval %s --of @odd --access=0 | FileCheck %s --check-prefix=ODD

// RUN: layoutc eval %s --of @inner --access=d0 | FileCheck %s --check-prefix=INNER
// RUN: layoutc eval %s --of @split --access=d0 --elem-bytes=4 | FileCheck %s --check-prefix=SPLIT
// RUN: layoutc eval %s --of @moved --access=d0 --elem-bytes=4 | FileCheck %s --check-prefix=MOVED
// RUN: layoutc eval %s --of @rows --access=d1 --access=d0 | FileCheck %s --check-prefix=ROWS

// ROWS: "linear":{"accesses":{{\[\[1\],\[0\]\]}},"before":[1,32],"degrees":[1,1],"bounds":[1,1],"least":true,
// ROWS-SAME: %d0_odd, %d0_4, %d0_3, %d0_2, %d0_1, %d0_0 = layout.unmerge %d0 into [3, 2, 2, 2, 2, 2]
layout.tensor @rows : tensor<96x64xf32>

// BOTH: "access":[1],
// BOTH-SAME: "degree":1,
// BOTH-SAME: "linear":{"accesses":{{\[\[1\],\[0\]\]}},"before":[1,32],"degrees":[1,1],"bounds":[1,1],"least":true,"text":"layout.descriptor @swizzled {\n  %d0, %d1 = layout.from @half\n
layout.tensor @half : tensor<64x64xf16>

// FREE: "degree":1,{{.*}}"linear":null
layout.descriptor @swizzled {
  %d0, %d1 = layout.from @half
  %d0_5, %d0_4, %d0_3, %d0_2, %d0_1, %d0_0 = layout.unmerge %d0 into [2, 2, 2, 2, 2, 2]
  %d1_5, %d1_4, %d1_3, %d1_2, %d1_1, %d1_0 = layout.unmerge %d1 into [2, 2, 2, 2, 2, 2]
  %row_0, %column_0 = layout.xor %d0_0, %d1_1
  %row_1, %column_1 = layout.xor %d0_1, %d1_2
  %row_2, %column_2 = layout.xor %d0_2, %d1_3
  %row_3, %column_3 = layout.xor %d0_3, %d1_4
  %row_4, %column_4 = layout.xor %d0_4, %d1_5
  %d0_x = layout.merge %d0_5, %row_4, %row_3, %row_2, %row_1, %row_0
  %d1_x = layout.merge %column_4, %column_3, %column_2, %column_1, %column_0, %d1_0
  layout.yield %d0_x, %d1_x
}

// With 4 banks, a phase has 4 lanes.
// WIDE: "linear":{"accesses":{{\[\[0\]\]}},"before":[4],"degrees":[1],"bounds":[1],"least":true
layout.tensor @wide : tensor<32x32xf32>

// ODD: "degree":16,{{.*}}"linear":null
layout.tensor @odd : tensor<32x48xf32>

// An odd digit between the bits.
// INNER: "degree":32,{{.*}}"linear":{"accesses":{{\[\[0\]\]}},"before":[32],"degrees":[1],"bounds":[1],"least":true,
// INNER-SAME: %d1_odd, %d1_4, %d1_3, %d1_2, %d1_1, %d1_0 = layout.unmerge %d1 into [3, 2, 2, 2, 2, 2]
layout.tensor @inner : tensor<64x96xf32>

// The odd digit is the fast part of a dim, and the slow part of memory.
// SPLIT: "linear":{"accesses":{{\[\[0\]\]}},"before":[32],"degrees":[1],"bounds":[1],"least":true,
// SPLIT-SAME: %d1_4, %d1_3, %d1_2, %d1_1, %d1_0, %d1_odd = layout.unmerge %d1 into [2, 2, 2, 2, 2, 3]
layout.notation @split "cute:(32,(3,32)):(96,(32,1))"

// The suggested text of `@split`, unchanged.
// MOVED: "degree":1,{{.*}}"linear":null
layout.descriptor @moved {
  %d0, %d1 = layout.from @split
  %d0_4, %d0_3, %d0_2, %d0_1, %d0_0 = layout.unmerge %d0 into [2, 2, 2, 2, 2]
  %d1_4, %d1_3, %d1_2, %d1_1, %d1_0, %d1_odd = layout.unmerge %d1 into [2, 2, 2, 2, 2, 3]
  %row_0, %column_0 = layout.xor %d0_0, %d1_0
  %row_1, %column_1 = layout.xor %d0_1, %d1_1
  %row_2, %column_2 = layout.xor %d0_2, %d1_2
  %row_3, %column_3 = layout.xor %d0_3, %d1_3
  %row_4, %column_4 = layout.xor %d0_4, %d1_4
  %d0_x = layout.merge %row_4, %row_3, %row_2, %row_1, %row_0
  %d1_x = layout.merge %column_4, %column_3, %column_2, %column_1, %column_0, %d1_odd
  layout.yield %d0_x, %d1_x
}
