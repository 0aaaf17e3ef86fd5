// RUN: layoutc %s | FileCheck %s
// RUN: layoutc %s --emit=generic | layoutc | FileCheck %s
// RUN: layoutc %s --emit=generic | FileCheck %s --check-prefix=GENERIC

// Overlapping windows of 3, and negative steps.
// CHECK: %i, %j = layout.embed %m into [4, 3] strides [1, 1]
// CHECK-NEXT: %k, %l = layout.embed %o into [3, 3] strides [1, -1]
// GENERIC: %i, %j = "layout.embed"(%m) {lengths = array<i64: 4, 3>, strides = array<i64: 1, 1>} : (!layout.memdim<6>) -> (!layout.dim<4>, !layout.dim<3>)
layout.descriptor @d {
  %m, %n = layout.packed [6, 5]
  %o = layout.offset %n by 2
  %i, %j = layout.embed %m into [4, 3] strides [1, 1]
  %k, %l = layout.embed %o into [3, 3] strides [1, -1]
  layout.yield %i, %j, %k, %l
}
