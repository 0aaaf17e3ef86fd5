// RUN: layoutc %s | FileCheck %s
// RUN: layoutc %s --emit=generic | layoutc | FileCheck %s
// RUN: layoutc %s --emit=generic | FileCheck %s --check-prefix=GENERIC

// CHECK: %i, %j = layout.unmerge %m into [2, 3]
// GENERIC: %i, %j = "layout.unmerge"(%m) {lengths = array<i64: 2, 3>} : (!layout.memdim<6>) -> (!layout.dim<2>, !layout.dim<3>)
layout.descriptor @d {
  %m = layout.packed [6]
  %i, %j = layout.unmerge %m into [2, 3]
  layout.yield %i, %j
}
