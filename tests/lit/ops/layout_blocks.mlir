// RUN: layoutc %s | FileCheck %s
// RUN: layoutc %s --emit=generic | layoutc | FileCheck %s
// RUN: layoutc %s --emit=generic | FileCheck %s --check-prefix=GENERIC

layout.record @q8_0 34 bytes {
  layout.field "d" : f16 at 0 bytes per 32
  layout.field "q" : i8 [32] at 2 bytes
}

layout.record @tile 2 bytes {
  layout.field "q" : ui4 [2, 2] at 0 bytes
}

layout.descriptor @columns {
  %m, %n = layout.packed [3, 4]
  %i = layout.pass_through %n
  %j = layout.pass_through %m
  layout.yield %i, %j
}

// CHECK: layout.blocks @w : tensor<4x96xi8> of @q8_0 along d1
// GENERIC: "layout.blocks"() {along = array<i64: 1>, of = @q8_0, sym_name = "w", type = tensor<4x96xi8>} : () -> ()
layout.blocks @w : tensor<4x96xi8> of @q8_0 along d1

// CHECK: layout.blocks @v : tensor<4x96xi8> of @q8_0 along d1 layout = @columns
layout.blocks @v : tensor<4x96xi8> of @q8_0 along d1 layout = @columns

// CHECK: layout.blocks @t : tensor<4x6xui4> of @tile along [d0, d1]
layout.blocks @t : tensor<4x6xui4> of @tile along [d0, d1]
