// RUN: layoutc %s | FileCheck %s
// RUN: layoutc %s --emit=generic | layoutc | FileCheck %s
// RUN: layoutc %s --emit=generic | FileCheck %s --check-prefix=GENERIC

// CHECK: layout.descriptor @view_2x2x3 {
// CHECK-NEXT: %m, %n = layout.packed [2, 6]
// CHECK-NEXT: %i = layout.pass_through %m
// CHECK-NEXT: %j, %k = layout.unmerge %n into [2, 3]
// CHECK-NEXT: layout.yield %i, %j, %k
// CHECK-NEXT: }
// GENERIC: "layout.descriptor"() ({
// GENERIC: }) {sym_name = "view_2x2x3"} : () -> ()
layout.descriptor @view_2x2x3 {
  %m, %n = layout.packed [2, 6]
  %i     = layout.pass_through %m
  %j, %k = layout.unmerge %n into [2, 3]
  layout.yield %i, %j, %k
}

// A tensor can have the descriptor as its layout, with an offset in its buffer.
// CHECK: layout.tensor @x : tensor<2x2x3xf32, {layout = @view_2x2x3}>
// CHECK: layout.tensor @y : tensor<2x2x3xi4, {layout = @view_2x2x3, offset = 4 : i64}>
layout.tensor @x : tensor<2x2x3xf32, {layout = @view_2x2x3}>
layout.tensor @y : tensor<2x2x3xi4, {layout = @view_2x2x3, offset = 4}>

// Attributes precede the region; properties are also attributes.
// CHECK: layout.descriptor @"a name" {my.note = "kept"} {
// GENERIC: "layout.descriptor"() <{sym_name = "a name"}> ({
// GENERIC: }) {my.note = "kept"} : () -> ()
"layout.descriptor"() <{sym_name = "a name"}> ({
  %m = layout.packed [3]
  %i = layout.pass_through %m
  layout.yield %i
}) {my.note = "kept"} : () -> ()

// Lists of other integer types are preserved, which only the generic form shows.
// CHECK: "layout.packed"() {lengths = [3, 4 : i32]} : () -> (!layout.memdim<3>, !layout.memdim<4>)
// GENERIC: "layout.packed"() {lengths = [3, 4 : i32]}
layout.descriptor @plain_list {
  %m:2 = "layout.packed"() {lengths = [3, 4 : i32]} : () -> (!layout.memdim<3>, !layout.memdim<4>)
  %i = layout.merge %m#0, %m#1
  layout.yield %i
}
