// RUN: layoutc %s | FileCheck %s
// RUN: layoutc %s --emit=generic | layoutc | FileCheck %s
// RUN: layoutc %s --emit=generic | FileCheck %s --check-prefix=GENERIC

// CHECK: %j = layout.offset %i by -1
// GENERIC: %j = "layout.offset"(%i) {by = -1 : i64} : (!layout.dim<5>) -> !layout.dim<5>
layout.descriptor @d {
  %m = layout.packed [4]
  %i = layout.pad %m low 0 high 1
  %j = layout.offset %i by -1
  layout.yield %j
}
