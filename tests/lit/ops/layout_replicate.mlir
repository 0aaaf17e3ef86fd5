// RUN: layoutc %s | FileCheck %s
// RUN: layoutc %s --emit=generic | layoutc | FileCheck %s
// RUN: layoutc %s --emit=generic | FileCheck %s --check-prefix=GENERIC

// CHECK: %j, %k = layout.replicate [2, 3]
// GENERIC: %j, %k = "layout.replicate"() {lengths = array<i64: 2, 3>} : () -> (!layout.dim<2>, !layout.dim<3>)
layout.descriptor @d {
  %m = layout.packed [3]
  %i = layout.pass_through %m
  %j, %k = layout.replicate [2, 3]
  layout.yield %j, %i, %k
}
