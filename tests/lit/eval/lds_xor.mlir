// RUN: layoutc eval %s --of @lds --all | FileCheck %s --check-prefix=ALL
// RUN: layoutc eval %s --of @lds | FileCheck %s
// RUN: layoutc eval %s --of @lds --inverse --offset 7034 | FileCheck %s --check-prefix=SLOT
// RUN: layoutc eval %s --of @lds --access=d0 --elem-bytes=2 | FileCheck %s --check-prefix=ACCESS
// RUN: layoutc eval %s --of @plain --access=d0 --elem-bytes=2 | FileCheck %s --check-prefix=PLAIN

// A tile of a GEMM in shared memory: 256 rows of K = 32. Two rows share a line of 64 elements, whose vectors of 8 are
// permuted by the number of the line. At (218, 10) the line is 109, and the vector is 2 * 1 + 0 = 2, which becomes 2
// xor 5 = 7.
// ALL: "at":[0,0],"offset":0,
// ALL: "at":[0,8],"offset":16,
// ALL: "at":[1,0],"offset":8,
// ALL: "at":[2,0],"offset":72,
// ALL: "at":[123,3],"offset":3939,
// ALL: "at":[163,19],"offset":5219,
// ALL: "at":[218,10],"offset":7034,
// ALL: "at":[223,0],"offset":7152,
// ALL: "at":[246,29],"offset":7917,
// CHECK: "logical_shape":[256,32],"physical_shape":[8,128,8],"strides":[8,64,1],"min_offset":0,"max_offset":8191,"span":8192,"allocation":8192,
// CHECK-SAME: "packed":false,"injective":true,"vector_width":[1,8],
// CHECK-SAME: {"op":"layout.xor","lower":[2,1],"upper":[4,5]}
// SLOT: {"of":"@lds","offset":7034,"at":[218,10],"owners":1}
// 32 lanes along a column access the 8 banks at which vectors start, 4 lanes per bank; without the xor 2 banks, 16
// lanes per bank.
// ACCESS: "groups":256,"all_groups":256,
// ACCESS-SAME: "degree":4,
// PLAIN: "degree":16,
layout.descriptor @lds {
  %run, %line, %within = layout.strided [8, 128, 8] strides [8, 64, 1]
  %line_x, %run_x = layout.xor %line, %run
  %k0, %half = layout.unmerge %run_x into [4, 2]
  %m = layout.merge %line_x, %half
  %k = layout.merge %k0, %within
  layout.yield %m, %k
}
layout.descriptor @plain {
  %run, %line, %within = layout.strided [8, 128, 8] strides [8, 64, 1]
  %k0, %half = layout.unmerge %run into [4, 2]
  %m = layout.merge %line, %half
  %k = layout.merge %k0, %within
  layout.yield %m, %k
}
