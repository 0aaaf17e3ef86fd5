// RUN: layoutc %s | FileCheck %s
// RUN: layoutc %s --emit=generic | layoutc | FileCheck %s
// RUN: layoutc %s --emit=generic | FileCheck %s --check-prefix=GENERIC

// CHECK: layout.freeze %n at 2
// GENERIC: "layout.freeze"(%n) {at = 2 : i64} : (!layout.memdim<4>) -> ()
layout.descriptor @d {
  %m, %n = layout.packed [3, 4]
  %i = layout.pass_through %m
  layout.freeze %n at 2
  layout.yield %i
}
