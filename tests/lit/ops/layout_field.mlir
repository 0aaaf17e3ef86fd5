// RUN: layoutc %s | FileCheck %s
// RUN: layoutc %s --emit=generic | layoutc | FileCheck %s
// RUN: layoutc %s --emit=generic | FileCheck %s --check-prefix=GENERIC

// The descriptor counts elements of the field.
layout.descriptor @nibbles {
  %m, %n = layout.packed [16, 2]
  %i = layout.merge %n, %m
  layout.yield %i
}

layout.record @q4_0 18 bytes {
  // CHECK: layout.field "d" : f16 at 0 bits per 32
  // GENERIC: "layout.field"() {at = 0 : i64, name = "d", per = array<i64: 32>, type = f16, unit = "bits"} : () -> ()
  layout.field "d" : f16 at 0 bits per [32]
  // CHECK: layout.field "q" : ui4 @nibbles at 2 bytes
  // GENERIC: "layout.field"() {at = 2 : i64, layout = @nibbles, name = "q", type = ui4, unit = "bytes"} : () -> ()
  layout.field "q" : ui4 @nibbles at 2 bytes
}
