// RUN: layoutc %s | FileCheck %s
// RUN: layoutc %s --emit=generic | layoutc | FileCheck %s
// RUN: layoutc %s --emit=generic | FileCheck %s --check-prefix=GENERIC

// The last field holds the elements.
// CHECK: layout.record @q8_0 34 bytes {
// CHECK-NEXT: layout.field "d" : f16 at 0 bytes per 32
// CHECK-NEXT: layout.field "q" : i8 [32] at 2 bytes
// GENERIC: "layout.record"() ({
// GENERIC-NEXT: "layout.field"() {at = 0 : i64, name = "d", per = array<i64: 32>, type = f16, unit = "bytes"} : () -> ()
// GENERIC-NEXT: "layout.field"() {at = 2 : i64, lengths = array<i64: 32>, name = "q", type = i8, unit = "bytes"} : () -> ()
// GENERIC-NEXT: }) {bytes = 34 : i64, sym_name = "q8_0"} : () -> ()
layout.record @q8_0 34 bytes {
  layout.field "d" : f16 at 0 bytes per 32
  layout.field "q" : i8 [32] at 2 bytes
}

// An element of two fields, the low part first.
// CHECK: layout.record @five 20 bytes elements ["low", "high"] {
layout.record @five 20 bytes elements ["low", "high"] {
  layout.field "low" : ui4 [32] at 0 bytes
  layout.field "high" : ui1 [32] at 16 bytes
}

// A record of two dims, and a joined value that is the element.
// CHECK: layout.record @tile 4 bytes elements ["q"] {
// CHECK: layout.field "s" : ui2 [1, 2] at 25 bits per [2, 2]
// CHECK: layout.field "q" = ["a", "b"]
layout.record @tile 4 bytes elements ["q"] {
  layout.field "a" : ui2 [2, 4] at 0 bits
  layout.field "b" : ui1 [2, 4] at 16 bits
  layout.field "s" : ui2 [1, 2] at 25 bits per [2, 2]
  layout.field "q" = ["a", "b"]
}
