// RUN: layoutc %s | FileCheck %s
// RUN: layoutc %s --emit=generic | layoutc - | FileCheck %s
// RUN: layoutc %s --emit=generic | FileCheck %s --check-prefix=GENERIC
// RUN: layoutc %s --passes=lower-addressing,simplify-index,check-addresses | FileCheck %s --check-prefix=CODE

// Symbols have names of their own; in the set and in maps they are `s0`, `s1` in the same order.
// CHECK: layout.descriptor @tiles symbols [rows, cols] where affine_set<()[s0, s1] : (s1 mod 8 == 0, -s0 + 64 >= 0, -s1 + 64 >= 0)> {
// CHECK-NEXT: %m, %n = layout.packed [rows, cols]
// CHECK-NEXT: %i = layout.pass_through %m
// CHECK-NEXT: %j, %k = layout.unmerge %n into [cols floordiv 8, 8]
// CHECK-NEXT: layout.yield %i, %j, %k
// GENERIC: %m, %n = "layout.packed"() {lengths = affine_map<()[s0, s1] -> (s0, s1)>} : () -> (!layout.memdim<?>, !layout.memdim<?>)
// GENERIC: %j, %k = "layout.unmerge"(%n) {lengths = affine_map<()[s0, s1] -> (s1 floordiv 8, 8)>} : (!layout.memdim<?>) -> (!layout.dim<?>, !layout.dim<8>)
// GENERIC: {sym_name = "tiles", symbols = ["rows", "cols"], where = affine_set<()[s0, s1] : (s1 mod 8 == 0, -s0 + 64 >= 0, -s1 + 64 >= 0)>}
layout.descriptor @tiles symbols [rows, cols] where affine_set<()[s0, s1] : (s1 mod 8 == 0, 64 - s0 >= 0, 64 - s1 >= 0)> {
  %m, %n = layout.packed [rows, cols]
  %i = layout.pass_through %m
  %j, %k = layout.unmerge %n into [cols floordiv 8, 8]
  layout.yield %i, %j, %k
}
// CODE: func.func @tile(%d0: i32, %d1: i32, %d2: i32, %cols: i32) -> i32 attributes {layout.address = {lengths = array<i64: 64, 8, 8>, of = @tiles, symbol_ranges = array<i64: 8, 64>, symbols = ["cols"], unit = "element"}}
layout.address @tile of @tiles

// All transforms with a symbolic form, and each kind of memory. A padded index may be invalid.
// CHECK: layout.descriptor @window symbols [s0, s1] where
// CHECK-NEXT: %m, %n = layout.strided [s0, s1 + 1] strides [(s1 ceildiv 4) * 8, 1] offset s1 - 1
// CHECK-NEXT: %i = layout.pad %m low 1 high s1
// CHECK-NEXT: %j = layout.slice %n from 0 to s1
layout.descriptor @window symbols [s0, s1] where affine_set<()[s0, s1] : (40 - s0 >= 0, 40 - s1 >= 0, s0 - 4 >= 0)> {
  %m, %n = layout.strided [s0, s1 + 1] strides [s1 ceildiv 4 * 8, 1] offset s1 - 1
  %i = layout.pad %m low 1 high s1
  %j = layout.slice %n from 0 to s1
  layout.yield %i, %j
}
// CODE: func.func @in_window(%d0: i32, %d1: i32, %s0: i32, %s1: i32) -> (i32, i1)
layout.address @in_window of @window

// CHECK: layout.descriptor @all symbols [s0] where
// CHECK-NEXT: %m, %n, %o, %p = layout.aligned [4, s0 + 3, s0, 5] to s0
// CHECK-NEXT: layout.freeze %m at 3
// CHECK-NEXT: %b = layout.cyclic_shift %n by s0 - 1
// CHECK-NEXT: %c, %d = layout.embed %o into [s0, 1] strides [1, s0]
// CHECK-NEXT: %e = layout.modulo %p by 5 length s0 * 5
// CHECK-NEXT: %f = layout.insert s0
// CHECK-NEXT: %g, %h = layout.replicate [s0, 2]
// CHECK-NEXT: %q = layout.merge %f, %g
layout.descriptor @all symbols [s0] where affine_set<()[s0] : (9 - s0 >= 0)> {
  %m, %n, %o, %p = layout.aligned [4, s0 + 3, s0, 5] to s0
  layout.freeze %m at 3
  %b = layout.cyclic_shift %n by s0 - 1
  %c, %d = layout.embed %o into [s0, 1] strides [1, s0]
  %e = layout.modulo %p by 5 length s0 * 5
  %f = layout.insert s0
  %g, %h = layout.replicate [s0, 2]
  %q = layout.merge %f, %g
  layout.yield %b, %c, %d, %e, %q, %h
}

// The first dim of an xor may have any length. The offset has a sum modulo 2 for each bit.
// CHECK: layout.descriptor @swizzle symbols [s0] where
// CHECK-NEXT: %m, %n = layout.packed [s0, 8]
// CHECK-NEXT: %i, %j = layout.xor %m, %n
layout.descriptor @swizzle symbols [s0] where affine_set<()[s0] : (64 - s0 >= 0)> {
  %m, %n = layout.packed [s0, 8]
  %i, %j = layout.xor %m, %n
  layout.yield %i, %j
}
// CODE: func.func @in_swizzle(%d0: i32, %d1: i32) -> i32
layout.address @in_swizzle of @swizzle

// A descriptor above another one. Symbols of one name are one symbol.
// CHECK: layout.descriptor @more symbols [cols, a] where
// CHECK-NEXT: %i, %j, %k = layout.from @tiles
layout.descriptor @more symbols [cols, a] where affine_set<()[s0, s1] : (s0 - 16 >= 0)> {
  %i, %j, %k = layout.from @tiles
  %x = layout.merge %i, %j
  %y = layout.offset %x by 0
  %z = layout.insert a
  layout.yield %y, %k, %z
}

// A descriptor with symbols above one without.
layout.descriptor @plain {
  %m, %n = layout.packed [6, 8]
  %i = layout.merge %m, %n
  layout.yield %i
}
layout.descriptor @cut symbols [s0] where affine_set<()[s0] : (48 - s0 >= 0)> {
  %i = layout.from @plain
  %j = layout.slice %i from 0 to s0
  layout.yield %j
}

// The layout of a tensor. Lengths that are not numbers are `?`.
// CHECK: layout.tensor @t : tensor<?x?x8xf16, {layout = @tiles}>
layout.tensor @t : tensor<?x?x8xf16, {layout = @tiles}>
// CODE: func.func @byte(%d0: i32, %d1: i32, %d2: i32, %cols: i32) -> i32
layout.address @byte of @t {unit = "byte"}

// A map of all symbols that are numbers has no custom form.
// CHECK: "layout.insert"() {length = affine_map<()[s0] -> (4)>} : () -> !layout.dim<4>
layout.descriptor @constant symbols [s0] {
  %m = layout.packed [s0]
  %i = layout.pass_through %m
  %j = "layout.insert"() {length = affine_map<()[s0] -> (4)>} : () -> !layout.dim<4>
  layout.yield %i, %j
}
