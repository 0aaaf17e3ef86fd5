// RUN: layoutc %s | FileCheck %s
// RUN: layoutc %s --emit=generic | layoutc | FileCheck %s
// RUN: layoutc %s --emit=generic | FileCheck %s --check-prefix=GENERIC

// CHECK: %i = layout.pass_through %m {my.note}
// GENERIC: %i = "layout.pass_through"(%m) {my.note} : (!layout.memdim<3>) -> !layout.dim<3>
layout.descriptor @d {
  %m = layout.packed [3]
  %i = layout.pass_through %m {my.note}
  %j = "layout.pass_through"(%i) : (!layout.dim<3>) -> !layout.dim<3>
  layout.yield %j
}
