// RUN: layoutc %s | FileCheck %s
// RUN: layoutc %s --emit=generic | layoutc | FileCheck %s
// RUN: layoutc %s --emit=generic | FileCheck %s --check-prefix=GENERIC

// CHECK: %i = layout.pad %m low 1 high 2
// CHECK-NEXT: %j = layout.pad %n low -1 high 0
// GENERIC: %i = "layout.pad"(%m) {high = 2 : i64, low = 1 : i64} : (!layout.memdim<3>) -> !layout.dim<6>
// GENERIC-NEXT: %j = "layout.pad"(%n) {high = 0 : i64, low = -1 : i64} : (!layout.memdim<4>) -> !layout.dim<3>
layout.descriptor @d {
  %m, %n = layout.packed [3, 4]
  %i = layout.pad %m low 1 high 2
  %j = layout.pad %n low -1 high 0
  layout.yield %i, %j
}
