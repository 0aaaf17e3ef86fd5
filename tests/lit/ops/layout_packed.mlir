// RUN: layoutc %s | FileCheck %s
// RUN: layoutc %s --emit=generic | layoutc | FileCheck %s
// RUN: layoutc %s --emit=generic | FileCheck %s --check-prefix=GENERIC

// CHECK: %m, %n = layout.packed [3, 4]
// CHECK: layout.yield %i, %j
// GENERIC: %m, %n = "layout.packed"() {lengths = array<i64: 3, 4>} : () -> (!layout.memdim<3>, !layout.memdim<4>)
layout.descriptor @named {
  %m, %n = layout.packed [3, 4]
  %i = layout.pass_through %m
  %j = layout.pass_through %n
  layout.yield %i, %j
}

// One name can denote all results; other attributes are preserved.
// CHECK: %0:2 = layout.packed [3, 4] {my.note = "kept"}
layout.descriptor @grouped {
  %0:2 = layout.packed [3, 4] {my.note = "kept"}
  %1 = layout.merge %0#0, %0#1
  layout.yield %1
}

// Without dims the layout has one element.
// CHECK: layout.packed []
layout.descriptor @scalar {
  layout.packed []
  %c = layout.insert 3
  layout.yield %c
}
