// RUN: layoutc %s | FileCheck %s
// RUN: layoutc %s --emit=generic | layoutc | FileCheck %s
// RUN: layoutc %s --emit=generic | FileCheck %s --check-prefix=GENERIC

// CHECK: %m, %n = layout.aligned [4, 5] to 8
// GENERIC: "layout.aligned"() {align = 8 : i64, lengths = array<i64: 4, 5>} : () -> (!layout.memdim<4>, !layout.memdim<5>)
layout.descriptor @d {
  %m, %n = layout.aligned [4, 5] to 8
  %i = layout.pass_through %m
  %j = layout.pass_through %n
  layout.yield %i, %j
}
