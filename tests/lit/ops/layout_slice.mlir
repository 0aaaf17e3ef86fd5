// RUN: layoutc %s | FileCheck %s
// RUN: layoutc %s --emit=generic | layoutc | FileCheck %s
// RUN: layoutc %s --emit=generic | FileCheck %s --check-prefix=GENERIC

// CHECK: %i = layout.slice %m from 1 to 3
// GENERIC: %i = "layout.slice"(%m) {begin = 1 : i64, end = 3 : i64} : (!layout.memdim<4>) -> !layout.dim<2>
layout.descriptor @d {
  %m = layout.packed [4]
  %i = layout.slice %m from 1 to 3
  layout.yield %i
}
