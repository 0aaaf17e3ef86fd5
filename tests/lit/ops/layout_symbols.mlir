// RUN: layoutc %s | FileCheck %s
// RUN: layoutc %s --emit=generic | layoutc - | FileCheck %s
// RUN: layoutc %s --passes=lower-addressing,simplify-index,check-addresses | FileCheck %s --check-prefix=CODE

#where = affine_set<()[s0, s1, s2] : (40 - s0 >= 0, s1 - 8 >= 0, 64 - s1 >= 0, s1 mod 8 == 0, s2 - s1 >= 0, 96 - s2 >= 0)>

// CHECK: layout.tensor @x : tensor<?x?xf16, {lengths = affine_map<()[s0, s1] -> (s0, s1)>, strides = affine_map<()[s0, s1, s2] -> (s2, 1)>, where = #where}>
layout.tensor @x : tensor<?x?xf16, {lengths = affine_map<()[s0, s1] -> (s0, s1)>, strides = affine_map<()[s0, s1, s2] -> (s2, 1)>, where = #where}>
// CODE: func.func @offset_x(%d0: i32, %d1: i32, %s2: i32) -> i32
// CODE-SAME: {lengths = array<i64: 40, 64>, of = @x, symbol_ranges = array<i64: 1, 96>, symbols = ["s2"], unit = "byte"}
layout.address @offset_x of @x {unit = "byte"}

// Without strides the layout is packed, here with the channels last.
// CHECK: layout.tensor @image : tensor<1x?x?x?xf32
layout.tensor @image : tensor<1x?x?x?xf32, {order = #layout.order<NHWC>, lengths = affine_map<()[s0, s1, s2] -> (1, s0, s1, s2)>, where = affine_set<()[s0, s1, s2] : (16 - s0 >= 0, 8 - s1 >= 0, 8 - s2 >= 0)>}>
// CODE: func.func @offset_image(%d0: i32, %d1: i32, %d2: i32, %d3: i32, %s0: i32, %s2: i32) -> i32
layout.address @offset_image of @image

// Lengths that are numbers, and strides with symbols.
// CHECK: layout.tensor @rows : tensor<4x5xf32
layout.tensor @rows : tensor<4x5xf32, {strides = affine_map<()[s0] -> (s0 ceildiv 4 * 4, 1)>, where = affine_set<()[s0] : (s0 - 5 >= 0, 64 - s0 >= 0)>}>
// CODE: func.func @offset_rows(%d0: i32, %d1: i32, %s0: i32) -> i32
layout.address @offset_rows of @rows
