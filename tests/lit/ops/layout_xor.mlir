// RUN: layoutc %s | FileCheck %s
// RUN: layoutc %s --emit=generic | layoutc | FileCheck %s
// RUN: layoutc %s --emit=generic | FileCheck %s --check-prefix=GENERIC

// CHECK: %i, %j = layout.xor %m, %n
// GENERIC: %i, %j = "layout.xor"(%m, %n) : (!layout.memdim<6>, !layout.memdim<8>) -> (!layout.dim<6>, !layout.dim<8>)
layout.descriptor @d {
  %m, %n = layout.packed [6, 8]
  %i, %j = layout.xor %m, %n
  layout.yield %i, %j
}
