// RUN: layoutc %s | FileCheck %s
// RUN: layoutc %s --emit=generic | layoutc | FileCheck %s
// RUN: layoutc %s --emit=generic | FileCheck %s --check-prefix=GENERIC

layout.tensor @x : tensor<4x5xf32>

// CHECK: layout.address @offset_x of @x
// GENERIC: "layout.address"() {of = @x, sym_name = "offset_x"} : () -> ()
layout.address @offset_x of @x

// CHECK: layout.address @bytes_x of @x {index = "i64", unit = "byte"}
layout.address @bytes_x of @x {unit = "byte", index = "i64"}

// The referenced symbol can be defined later. Other attributes are preserved.
// CHECK: layout.address @offset_view of @view {index = "i32", my.note = "kept"}
"layout.address"() <{sym_name = "offset_view", of = @view}> {index = "i32", my.note = "kept"} : () -> ()

// CHECK: layout.address @offset_memref of @strided {index = "auto", unit = "element"}
"layout.address"() {sym_name = "offset_memref", of = @strided, unit = "element", index = "auto"} : () -> ()

layout.descriptor @view {
  %m = layout.packed [4]
  %i = layout.pad %m low 1 high 1
  layout.yield %i
}
layout.tensor @strided : memref<4x5xf32, strided<[8, 1]>>

// Functions of other forms.
// CHECK: layout.address @groups of @x {vector = array<i64: 1, 5>}
// GENERIC: "layout.address"() {of = @x, sym_name = "groups", vector = array<i64: 1, 5>} : () -> ()
layout.address @groups of @x {vector = array<i64: 1, 5>}
// CHECK: layout.address @plain_list of @x {form = "offset", step = [0, -1]}
"layout.address"() <{sym_name = "plain_list", of = @x, form = "offset", step = [0, -1]}> : () -> ()
// CHECK: layout.address @owner of @x {form = "inverse"}
layout.address @owner of @x {form = "inverse"}
