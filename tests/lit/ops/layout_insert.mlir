// RUN: layoutc %s | FileCheck %s
// RUN: layoutc %s --emit=generic | layoutc | FileCheck %s
// RUN: layoutc %s --emit=generic | FileCheck %s --check-prefix=GENERIC

// CHECK: %j = layout.insert 4
// GENERIC: %j = "layout.insert"() {length = 4 : i64} : () -> !layout.dim<4>
layout.descriptor @d {
  %m = layout.packed [3]
  %i = layout.pass_through %m
  %j = layout.insert 4
  layout.yield %j, %i
}
