// RUN: layoutc %s | FileCheck %s
// RUN: layoutc %s --emit=generic | layoutc | FileCheck %s
// RUN: layoutc %s --emit=generic | FileCheck %s --check-prefix=GENERIC

// CHECK: %i = layout.cyclic_shift %m by 3
// GENERIC: %i = "layout.cyclic_shift"(%m) {by = 3 : i64} : (!layout.memdim<8>) -> !layout.dim<8>
layout.descriptor @d {
  %m = layout.packed [8]
  %i = layout.cyclic_shift %m by 3
  layout.yield %i
}

// Any amount is valid, and is printed unchanged.
// CHECK: %i = layout.cyclic_shift %m by -9223372036854775808
// CHECK: %j = layout.cyclic_shift %n by 9223372036854775807
layout.descriptor @extremes {
  %m, %n = layout.packed [4, 6]
  %i = layout.cyclic_shift %m by -9223372036854775808
  %j = layout.cyclic_shift %n by 9223372036854775807
  layout.yield %i, %j
}
