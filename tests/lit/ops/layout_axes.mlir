// RUN: layoutc %s | FileCheck %s
// RUN: layoutc %s --emit=generic | layoutc | FileCheck %s
// RUN: layoutc %s --emit=generic | FileCheck %s --check-prefix=GENERIC
// RUN: layoutc eval %s --of @mma_c --at 9,3 | FileCheck %s --check-prefix=AT
// RUN: layoutc %s --passes=canonicalize-layouts | FileCheck %s

// The accumulator of m16n8 matrix products.
// CHECK-LABEL: layout.descriptor @mma_c
// CHECK: %lane, %reg = layout.axes [lane: 32, register: 4]
// GENERIC: %lane, %reg = "layout.axes"() {axes = ["lane", "register"], lengths = array<i64: 32, 4>} : () -> (!layout.memdim<32>, !layout.memdim<4>)
// AT: {"of":"@mma_c","at":[9,3],"slots":[{"lane":5,"register":3}],"valid":true}
layout.descriptor @mma_c {
  %lane, %reg = layout.axes [lane: 32, register: 4]
  %g, %t = layout.unmerge %lane into [8, 4]
  %h, %p = layout.unmerge %reg into [2, 2]
  %i = layout.merge %h, %g
  %j = layout.merge %t, %p
  layout.yield %i, %j
}

// The axis `m` alone is memory.
// CHECK-LABEL: layout.descriptor @memory
// CHECK: layout.axes [m: 6]
layout.descriptor @memory {
  %m = layout.axes [m: 6]
  %i = layout.pass_through %m
  layout.yield %i
}
// CHECK: layout.tensor @x : tensor<16x8xf32, {layout = @mma_c}>
layout.tensor @x : tensor<16x8xf32, {layout = @mma_c}>
