// RUN: layoutc %s | FileCheck %s
// RUN: layoutc %s --emit=generic | layoutc | FileCheck %s
// RUN: layoutc %s --emit=generic | FileCheck %s --check-prefix=GENERIC

// CHECK: %i = layout.modulo %m by 4 length 10
// GENERIC: %i = "layout.modulo"(%m) {length = 10 : i64, modulus = 4 : i64} : (!layout.memdim<4>) -> !layout.dim<10>
layout.descriptor @d {
  %m = layout.packed [4]
  %i = layout.modulo %m by 4 length 10
  layout.yield %i
}
