// RUN: layoutc %s | FileCheck %s
// RUN: layoutc %s --emit=generic | layoutc | FileCheck %s
// RUN: layoutc %s --emit=generic | FileCheck %s --check-prefix=GENERIC

// CHECK: %p = layout.lookup %m by @pages
// GENERIC: %p = "layout.lookup"(%m) {by = @pages} : (!layout.memdim<4>) -> !layout.dim<3>
layout.descriptor @cache {
  %m, %n = layout.packed [4, 2]
  %p = layout.lookup %m by @pages
  %i = layout.merge %p, %n
  layout.yield %i
}

// A table may follow its use.
layout.table @pages dense<[3, 0, 2]> : tensor<3xi32>
