// RUN: layoutc %s | FileCheck %s
// RUN: layoutc %s --passes=lower-addressing,check-addresses | FileCheck %s --check-prefix=CODE
// RUN: layoutc eval %s --of=@x --with=s0=3,s1=5,s2=8,s3=2 --at=1,4 | FileCheck %s --check-prefix=AT
// RUN: layoutc eval %s --same="@x,memref:memref<?x?xf16, strided<[?, 1], offset: ?>>" | FileCheck %s --check-prefix=SAME

// Each `?` of a memref is a symbol, in the order of the text: lengths, strides, offset.
// CHECK: layout.tensor @x : memref<?x?xf16, strided<[?, 1], offset: ?>>
layout.tensor @x : memref<?x?xf16, strided<[?, 1], offset: ?>>
// AT: {"of":"@x","at":[1,4],"offset":14,"byte":28,"valid":true}
// SAME: {"same":true}

// A dynamic length alone stays one of the outermost dim.
// CHECK: layout.tensor @rows : memref<?x8xf32>
layout.tensor @rows : memref<?x8xf32>
// CODE: func.func @of_rows(%d0: i64, %d1: i64) -> i64
layout.address @of_rows of @rows {index = "i64"}

// Without bounds of the symbols no width is enough; a descriptor above the memref states them.
layout.tensor @y : memref<?x?xf32>
layout.descriptor @bounded symbols [s0, s1] where affine_set<()[s0, s1] : (4096 - s0 >= 0, 4096 - s1 >= 0)> {
  %i, %j = layout.from @y
  layout.yield %i, %j
}
// CODE: func.func @of_bounded(%d0: i32, %d1: i32, %s1: i32) -> i32
layout.address @of_bounded of @bounded
