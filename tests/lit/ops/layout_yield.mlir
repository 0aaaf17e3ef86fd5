// RUN: layoutc %s | FileCheck %s
// RUN: layoutc %s --emit=generic | layoutc | FileCheck %s
// RUN: layoutc %s --emit=generic | FileCheck %s --check-prefix=GENERIC

// CHECK: layout.yield %i, %j {my.note = 1 : i32}
// GENERIC: "layout.yield"(%i, %j) {my.note = 1 : i32} : (!layout.dim<3>, !layout.dim<4>) -> ()
layout.descriptor @d {
  %m, %n = layout.packed [3, 4]
  %i = layout.pass_through %m
  %j = layout.pass_through %n
  layout.yield %i, %j {my.note = 1 : i32}
}
