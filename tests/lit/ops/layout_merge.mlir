// RUN: layoutc %s | FileCheck %s
// RUN: layoutc %s --emit=generic | layoutc | FileCheck %s
// RUN: layoutc %s --emit=generic | FileCheck %s --check-prefix=GENERIC

// CHECK: %i = layout.merge %m, %n, %o
// GENERIC: %i = "layout.merge"(%m, %n, %o) : (!layout.memdim<2>, !layout.memdim<3>, !layout.memdim<4>) -> !layout.dim<24>
layout.descriptor @d {
  %m, %n, %o = layout.packed [2, 3, 4]
  %i = layout.merge %m, %n, %o
  layout.yield %i
}
