// RUN: layoutc %s | FileCheck %s
// RUN: layoutc %s --emit=generic | layoutc | FileCheck %s
// RUN: layoutc %s --emit=generic | FileCheck %s --check-prefix=GENERIC

// CHECK: layout.table @pages dense<[7, 3, 9, 1]> : tensor<4xi32>
// GENERIC: "layout.table"() {sym_name = "pages", values = dense<[7, 3, 9, 1]> : tensor<4xi32>} : () -> ()
layout.table @pages dense<[7, 3, 9, 1]> : tensor<4xi32>

// CHECK: layout.table @map : length 64, values in [0, 1024), injective
// GENERIC: "layout.table"() {end = 1024 : i64, injective, length = 64 : i64, low = 0 : i64, sym_name = "map"} : () -> ()
layout.table @map : length 64, values in [0, 1024), injective

// CHECK: layout.table @rows : length 3, values in [2, 5)
layout.table @rows : length 3, values in [2, 5)

// A splat is a table of equal values.
// CHECK: layout.table @same dense<5> : tensor<3xi64>
layout.table @same dense<5> : tensor<3xi64>
