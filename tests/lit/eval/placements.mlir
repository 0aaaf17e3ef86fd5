// RUN: layoutc eval %s --of @mma_c | FileCheck %s --check-prefix=SUMMARY
// RUN: layoutc eval %s --of @tile | FileCheck %s --check-prefix=TILE
// RUN: layoutc eval %s --of @f:%%x --all | FileCheck %s --check-prefix=ALL
// RUN: layoutc eval %s --of @mma_c --at 16,0 | FileCheck %s --check-prefix=INVALID
// RUN: layoutc eval %s --of @mma_c --slot lane=5,register=3 | FileCheck %s --check-prefix=SLOT
// RUN: layoutc eval %s --of @mma_c --inverse --slot=lane=1 | FileCheck %s --check-prefix=LANE
// RUN: layoutc eval %s --of @mma_c --inverse --all | FileCheck %s --check-prefix=SLOTS
// RUN: layoutc eval %s --of @rows --slot m=10 | FileCheck %s --check-prefix=MEMORY
// RUN: not layoutc eval %s --of @mma_c --slot wrap=1 2>&1 | FileCheck %s --check-prefix=AXIS
// RUN: not layoutc eval %s --of @mma_c --inverse --offset 3 2>&1 | FileCheck %s --check-prefix=OFFSET
// RUN: not layoutc eval %s --of @mma_c --access 0 2>&1 | FileCheck %s --check-prefix=ACCESS
// RUN: layoutc eval %s --same @mma_c,@f:%%x | FileCheck %s --check-prefix=SAME
// RUN: layoutc eval %s --same @tile,@tile2 | FileCheck %s --check-prefix=SAME
// RUN: not layoutc eval %s --same @mma_c,@rows 2>&1 | FileCheck %s --check-prefix=DIFFER
// RUN: layoutc eval %s --moves @f:%%x,@swapped | FileCheck %s --check-prefix=MOVES
// RUN: layoutc eval %s --moves @mma_c,@mma_c | FileCheck %s --check-prefix=NONE

// SUMMARY: {"of":"@mma_c","logical_shape":[16,8],"axes":{"register":{"min":0,"max":3,"extent":4},"lane":{"min":0,"max":31,"extent":32}},"copies":1,"parts":1,"injective":true,"coverage":1,"elem_bits":null}
// ALL: {"of":"@f:%x","at":[0,0],"slots":[{"lane":0,"register":0}],"valid":true}
// ALL-NEXT: {"of":"@f:%x","at":[0,1],"slots":[{"lane":0,"register":1}],"valid":true}
// INVALID: {"of":"@mma_c","at":[16,0],"slots":[],"valid":false}
// SLOT: {"of":"@mma_c","slot":{"lane":5,"register":3},"at":[9,3],"owners":1}
// LANE: {"of":"@mma_c","slot":{"lane":1,"register":0},"at":[0,2],"owners":1}
// SLOTS: {"of":"@mma_c","slot":{"lane":0,"register":0},"at":[0,0],"owners":1}
// SLOTS-NEXT: {"of":"@mma_c","slot":{"lane":1,"register":0},"at":[0,2],"owners":1}
// AXIS: error[L0604]: `@mma_c` has no axis `wrap`; its axes are `register`, `lane`
// OFFSET: `@mma_c` is a placement on `register`, `lane`, without offsets
// OFFSET: note: a query of a slot is `{"slot":{"register":0,"lane":0}}`
// ACCESS: `@mma_c` is a placement on the axes `register`, `lane`; this needs a layout in memory, with one offset for each index
// SAME: {"same":true}
// DIFFER: {"same":false,"at":[0,1],"a":[{"lane":0,"register":1}],"b":[{"m":1}]}
// DIFFER: `@mma_c` and `@rows` differ: index [0, 1] is in the slots [{"lane":0,"register":1}] of `@mma_c`, [{"m":1}] of `@rows`
// NONE: {"from":"@mma_c","to":"@mma_c","class":"none","slots":{"none":128},"bytes":null}
layout.descriptor @mma_c {
  %lane, %reg = layout.axes [lane: 32, register: 4]
  %g, %t = layout.unmerge %lane into [8, 4]
  %h, %p = layout.unmerge %reg into [2, 2]
  %i = layout.merge %h, %g
  %j = layout.merge %t, %p
  layout.yield %i, %j
}

// The registers of the same lanes in another order.
// MOVES: {"from":"@f:%x","to":"@swapped","class":"register","slots":{"none":64,"register":64},"bytes":256}
layout.descriptor @swapped {
  %lane, %reg = layout.axes [lane: 32, register: 4]
  %g, %t = layout.unmerge %lane into [8, 4]
  %p, %h = layout.unmerge %reg into [2, 2]
  %i = layout.merge %h, %g
  %j = layout.merge %t, %p
  layout.yield %i, %j
}

// TILE: "axes":{"lane":{"min":0,"max":31,"extent":32},"warp":{"min":5,"max":10,"extent":11},"m":{"min":0,"max":1,"extent":2}},"copies":2,"parts":1,"injective":true,"coverage":0.36363636363636365
layout.descriptor @tile {
  %a, %b, %c, %d, %r = layout.strided [8, 2, 4, 2, 2] strides [4@lane, 1@warp, 1@lane, 1, 4@warp] offset 5@warp
  layout.copies %r
  %i = layout.pass_through %a
  %j = layout.merge %b, %c, %d
  layout.yield %i, %j
}
// The same copies from the other end.
layout.descriptor @tile2 {
  %a, %b, %c, %d, %r = layout.strided [8, 2, 4, 2, 2] strides [4@lane, 1@warp, 1@lane, 1, -4@warp] offset 9@warp
  layout.copies %r
  %i = layout.pass_through %a
  %j = layout.merge %b, %c, %d
  layout.yield %i, %j
}

// MEMORY: {"of":"@rows","slot":{"m":10},"at":[1,2],"owners":1}
layout.descriptor @rows {
  %m, %n = layout.packed [16, 8]
  %i = layout.pass_through %m
  %j = layout.pass_through %n
  layout.yield %i, %j
}
func.func @f(%x: tensor<16x8xf32, {layout = @mma_c}>) -> tensor<16x8xf32, {layout = @swapped}> {
  %y = layout.reorder %x : tensor<16x8xf32, {layout = @mma_c}> -> tensor<16x8xf32, {layout = @swapped}>
  return %y : tensor<16x8xf32, {layout = @swapped}>
}

// A type names a notation of placements without the shape, which is that of the tensor.
// RUN: layoutc eval %s --of @y --at 3,5 | FileCheck %s --check-prefix=TYPE
// TYPE: {"of":"@y","at":[3,5],"slots":[{"block":0,"lane":6,"register":5,"warp":0}],"valid":true}
layout.tensor @y : tensor<16x16xf16, {layout = "triton:#ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [16, 2], warpsPerCTA = [1, 1], order = [1, 0]}>"}>
