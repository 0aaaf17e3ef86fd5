// Handwritten addressing functions: every op, both widths, with and without predicates.

layout.tensor @rows : tensor<4x5xf32>
layout.tensor @padded : tensor<6x7xf16, {order = affine_map<(d0, d1) -> (d1, d0)>, strides = [1, 9], offset = 3}>
layout.tensor @tiled : tensor<2x6x3x5xf16, {format = #layout.format<chw4>}>
layout.tensor @big : tensor<70000x70000xi8>
layout.tensor @words : tensor<3x50000x40000xi32>
layout.tensor @one : tensor<f32>
layout.descriptor @border {
  %m, %n = layout.strided [3, 4] strides [8, 1]
  %i = layout.pad %m low 1 high 2
  %j = layout.pad %n low 0 high 1
  layout.yield %i, %j
}
layout.descriptor @merged {
  %a, %b, %c = layout.strided [7, 5, 3] strides [100, 9, 2] offset 1
  %i = layout.merge %a, %b, %c
  layout.yield %i
}
layout.descriptor @swizzled {
  %m, %n = layout.packed [16, 8]
  %i, %j = layout.xor %m, %n
  layout.yield %i, %j
}
layout.descriptor @backwards {
  %m = layout.strided [9] strides [-2] offset 16
  %i = layout.pass_through %m
  layout.yield %i
}

func.func @at_rows(%i: i32, %j: i32) -> i32 attributes {layout.address = {of = @rows, unit = "element", lengths = array<i64: 4, 5>}} {
  %c = "arith.constant"() <{value = 5 : i32}> : () -> i32
  %0 = "arith.muli"(%i, %c) : (i32, i32) -> i32
  %1 = "arith.addi"(%0, %j) : (i32, i32) -> i32
  func.return %1 : i32
}
func.func @at_rows_in_bytes(%i: i64, %j: i64) -> i64 attributes {layout.address = {of = @rows, unit = "byte", lengths = array<i64: 4, 5>}} {
  %c = "arith.constant"() <{value = 20 : i64}> : () -> i64
  %d = "arith.constant"() <{value = 2 : i64}> : () -> i64
  %0 = "arith.muli"(%i, %c) : (i64, i64) -> i64
  %1 = "arith.shli"(%j, %d) : (i64, i64) -> i64
  %2 = "arith.addi"(%0, %1) : (i64, i64) -> i64
  func.return %2 : i64
}
func.func @at_padded(%i: i32, %j: i32) -> i32 attributes {layout.address = {of = @padded, unit = "byte", lengths = array<i64: 6, 7>}} {
  %c1 = "arith.constant"() <{value = 1 : i32}> : () -> i32
  %c3 = "arith.constant"() <{value = 3 : i32}> : () -> i32
  %c9 = "arith.constant"() <{value = 9 : i32}> : () -> i32
  %0 = "arith.muli"(%j, %c9) : (i32, i32) -> i32
  %1 = "arith.addi"(%0, %i) : (i32, i32) -> i32
  %2 = "arith.addi"(%1, %c3) : (i32, i32) -> i32
  %3 = "arith.shli"(%2, %c1) : (i32, i32) -> i32
  func.return %3 : i32
}
func.func @at_tiled(%n: i32, %c: i32, %h: i32, %w: i32) -> i32 attributes {layout.address = {of = @tiled, unit = "element", lengths = array<i64: 2, 6, 3, 5>}} {
  %c2 = "arith.constant"() <{value = 2 : i32}> : () -> i32
  %c3 = "arith.constant"() <{value = 3 : i32}> : () -> i32
  %c4 = "arith.constant"() <{value = 4 : i32}> : () -> i32
  %c5 = "arith.constant"() <{value = 5 : i32}> : () -> i32
  %q = "arith.divui"(%c, %c4) : (i32, i32) -> i32
  %r = "arith.remui"(%c, %c4) : (i32, i32) -> i32
  %0 = "arith.muli"(%n, %c2) : (i32, i32) -> i32
  %1 = "arith.addi"(%0, %q) : (i32, i32) -> i32
  %2 = "arith.muli"(%1, %c3) : (i32, i32) -> i32
  %3 = "arith.addi"(%2, %h) : (i32, i32) -> i32
  %4 = "arith.muli"(%3, %c5) : (i32, i32) -> i32
  %5 = "arith.addi"(%4, %w) : (i32, i32) -> i32
  %6 = "arith.muli"(%5, %c4) : (i32, i32) -> i32
  %7 = "arith.addi"(%6, %r) : (i32, i32) -> i32
  func.return %7 : i32
}
func.func @at_tiled_by_bits(%n: i32, %c: i32, %h: i32, %w: i32) -> i32 attributes {layout.address = {of = @tiled, unit = "element", lengths = array<i64: 2, 6, 3, 5>}} {
  %c1 = "arith.constant"() <{value = 1 : i32}> : () -> i32
  %c2 = "arith.constant"() <{value = 2 : i32}> : () -> i32
  %c3 = "arith.constant"() <{value = 3 : i32}> : () -> i32
  %c5 = "arith.constant"() <{value = 5 : i32}> : () -> i32
  %q = "arith.shrui"(%c, %c2) : (i32, i32) -> i32
  %r = "arith.andi"(%c, %c3) : (i32, i32) -> i32
  %0 = "arith.shli"(%n, %c1) : (i32, i32) -> i32
  %1 = "arith.ori"(%0, %q) : (i32, i32) -> i32
  %2 = "arith.muli"(%1, %c3) : (i32, i32) -> i32
  %3 = "arith.addi"(%2, %h) : (i32, i32) -> i32
  %4 = "arith.muli"(%3, %c5) : (i32, i32) -> i32
  %5 = "arith.addi"(%4, %w) : (i32, i32) -> i32
  %6 = "arith.shli"(%5, %c2) : (i32, i32) -> i32
  %7 = "arith.ori"(%6, %r) : (i32, i32) -> i32
  func.return %7 : i32
}
func.func @at_big(%i: i64, %j: i64) -> i64 attributes {layout.address = {of = @big, unit = "byte", lengths = array<i64: 70000, 70000>}} {
  %c = "arith.constant"() <{value = 70000 : i64}> : () -> i64
  %0 = "arith.muli"(%i, %c) : (i64, i64) -> i64
  %1 = "arith.addi"(%0, %j) : (i64, i64) -> i64
  func.return %1 : i64
}
func.func @at_words(%i: i32, %j: i32, %k: i32) -> i64 attributes {layout.address = {of = @words, unit = "byte", lengths = array<i64: 3, 50000, 40000>}} {
  %c4 = "arith.constant"() <{value = 4 : i64}> : () -> i64
  %c = "arith.constant"() <{value = 40000 : i32}> : () -> i32
  %d = "arith.constant"() <{value = 2000000000 : i64}> : () -> i64
  %wide = "arith.extui"(%i) : (i32) -> i64
  %0 = "arith.muli"(%wide, %d) : (i64, i64) -> i64
  %1 = "arith.muli"(%j, %c) : (i32, i32) -> i32
  %2 = "arith.addi"(%1, %k) : (i32, i32) -> i32
  %low = "arith.extui"(%2) : (i32) -> i64
  %3 = "arith.addi"(%0, %low) : (i64, i64) -> i64
  %4 = "arith.muli"(%3, %c4) : (i64, i64) -> i64
  func.return %4 : i64
}
func.func @at_one() -> i32 attributes {layout.address = {of = @one, unit = "element", lengths = array<i64>}} {
  %c = "arith.constant"() <{value = 0 : i32}> : () -> i32
  func.return %c : i32
}
func.func @at_border(%i: i32, %j: i32) -> (i32, i1) attributes {layout.address = {of = @border, unit = "element", lengths = array<i64: 6, 5>}} {
  %c1 = "arith.constant"() <{value = 1 : i32}> : () -> i32
  %c3 = "arith.constant"() <{value = 3 : i32}> : () -> i32
  %c4 = "arith.constant"() <{value = 4 : i32}> : () -> i32
  %0 = "arith.subi"(%i, %c1) : (i32, i32) -> i32
  %a = "arith.cmpi"(%0, %c3) <{predicate = 6 : i64}> : (i32, i32) -> i1
  %b = "arith.cmpi"(%j, %c4) <{predicate = 9 : i64}> : (i32, i32) -> i1
  %true = "arith.constant"() <{value = true}> : () -> i1
  %nb = "arith.xori"(%b, %true) : (i1, i1) -> i1
  %ok = "arith.andi"(%a, %nb) : (i1, i1) -> i1
  %1 = "arith.shli"(%0, %c3) : (i32, i32) -> i32
  %2 = "arith.addi"(%1, %j) : (i32, i32) -> i32
  func.return %2, %ok : i32, i1
}
func.func @at_border_otherwise(%i: i32, %j: i32) -> (i64, i1) attributes {layout.address = {of = @border, unit = "element", lengths = array<i64: 6, 5>}} {
  %c0 = "arith.constant"() <{value = 0 : i32}> : () -> i32
  %c1 = "arith.constant"() <{value = 1 : i32}> : () -> i32
  %c3 = "arith.constant"() <{value = 3 : i32}> : () -> i32
  %c4 = "arith.constant"() <{value = 4 : i32}> : () -> i32
  %a = "arith.cmpi"(%i, %c0) <{predicate = 8 : i64}> : (i32, i32) -> i1
  %b = "arith.cmpi"(%i, %c3) <{predicate = 7 : i64}> : (i32, i32) -> i1
  %c = "arith.cmpi"(%j, %c4) <{predicate = 1 : i64}> : (i32, i32) -> i1
  %ab = "arith.andi"(%a, %b) : (i1, i1) -> i1
  %no = "arith.constant"() <{value = false}> : () -> i1
  %ok = "arith.select"(%c, %ab, %no) : (i1, i1, i1) -> i1
  %m = "arith.maxui"(%i, %c1) : (i32, i32) -> i32
  %0 = "arith.subi"(%m, %c1) : (i32, i32) -> i32
  %n = "arith.minui"(%j, %c3) : (i32, i32) -> i32
  %1 = "arith.shli"(%0, %c3) : (i32, i32) -> i32
  %2 = "arith.addi"(%1, %n) : (i32, i32) -> i32
  %3 = "arith.extui"(%2) : (i32) -> i64
  func.return %3, %ok : i64, i1
}
func.func @at_merged(%i: i32) -> i32 attributes {layout.address = {of = @merged, unit = "element", lengths = array<i64: 105>}} {
  %m15 = "arith.constant"() <{value = 2290649225 : i32}> : () -> i32
  %m3 = "arith.constant"() <{value = 2863311531 : i32}> : () -> i32
  %c1 = "arith.constant"() <{value = 1 : i32}> : () -> i32
  %s3 = "arith.constant"() <{value = 3 : i32}> : () -> i32
  %c15 = "arith.constant"() <{value = 15 : i32}> : () -> i32
  %c3 = "arith.constant"() <{value = 3 : i32}> : () -> i32
  %c100 = "arith.constant"() <{value = 100 : i32}> : () -> i32
  %c9 = "arith.constant"() <{value = 9 : i32}> : () -> i32
  %p:2 = "arith.mului_extended"(%i, %m15) : (i32, i32) -> (i32, i32)
  %a = "arith.shrui"(%p#1, %s3) : (i32, i32) -> i32
  %t = "arith.muli"(%a, %c15) : (i32, i32) -> i32
  %r = "arith.subi"(%i, %t) : (i32, i32) -> i32
  %q:2 = "arith.mului_extended"(%r, %m3) : (i32, i32) -> (i32, i32)
  %b = "arith.shrui"(%q#1, %c1) : (i32, i32) -> i32
  %u = "arith.muli"(%b, %c3) : (i32, i32) -> i32
  %c = "arith.subi"(%r, %u) : (i32, i32) -> i32
  %0 = "arith.muli"(%a, %c100) : (i32, i32) -> i32
  %1 = "arith.muli"(%b, %c9) : (i32, i32) -> i32
  %2 = "arith.shli"(%c, %c1) : (i32, i32) -> i32
  %3 = "arith.addi"(%0, %1) : (i32, i32) -> i32
  %4 = "arith.addi"(%3, %2) : (i32, i32) -> i32
  %5 = "arith.addi"(%4, %c1) : (i32, i32) -> i32
  func.return %5 : i32
}
func.func @at_merged_in_64_bits(%i: i64) -> i32 attributes {layout.address = {of = @merged, unit = "element", lengths = array<i64: 105>}} {
  %m15 = "arith.constant"() <{value = 1229782938247303442 : i64}> : () -> i64
  %c15 = "arith.constant"() <{value = 15 : i32}> : () -> i32
  %c3 = "arith.constant"() <{value = 3 : i32}> : () -> i32
  %c100 = "arith.constant"() <{value = 100 : i32}> : () -> i32
  %c9 = "arith.constant"() <{value = 9 : i32}> : () -> i32
  %c1 = "arith.constant"() <{value = 1 : i32}> : () -> i32
  %p:2 = "arith.mului_extended"(%i, %m15) : (i64, i64) -> (i64, i64)
  %a = "arith.trunci"(%p#1) : (i64) -> i32
  %k = "arith.trunci"(%i) : (i64) -> i32
  %r = "arith.remui"(%k, %c15) : (i32, i32) -> i32
  %b = "arith.divui"(%r, %c3) : (i32, i32) -> i32
  %c = "arith.remui"(%r, %c3) : (i32, i32) -> i32
  %0 = "arith.muli"(%a, %c100) : (i32, i32) -> i32
  %1 = "arith.muli"(%b, %c9) : (i32, i32) -> i32
  %2 = "arith.shli"(%c, %c1) : (i32, i32) -> i32
  %3 = "arith.addi"(%0, %1) : (i32, i32) -> i32
  %4 = "arith.addi"(%3, %2) : (i32, i32) -> i32
  %5 = "arith.addi"(%4, %c1) : (i32, i32) -> i32
  func.return %5 : i32
}
func.func @at_swizzled(%i: i32, %j: i32) -> i32 attributes {layout.address = {of = @swizzled, unit = "element", lengths = array<i64: 16, 8>}} {
  %c7 = "arith.constant"() <{value = 7 : i32}> : () -> i32
  %c3 = "arith.constant"() <{value = 3 : i32}> : () -> i32
  %0 = "arith.andi"(%i, %c7) : (i32, i32) -> i32
  %1 = "arith.xori"(%j, %0) : (i32, i32) -> i32
  %2 = "arith.shli"(%i, %c3) : (i32, i32) -> i32
  %3 = "arith.ori"(%2, %1) : (i32, i32) -> i32
  func.return %3 : i32
}
func.func @at_backwards(%i: i32) -> i32 attributes {layout.address = {of = @backwards, unit = "element", lengths = array<i64: 9>}} {
  %c16 = "arith.constant"() <{value = 16 : i32}> : () -> i32
  %c1 = "arith.constant"() <{value = 1 : i32}> : () -> i32
  %c0 = "arith.constant"() <{value = 0 : i32}> : () -> i32
  %z = "arith.cmpi"(%i, %c0) <{predicate = 0 : i64}> : (i32, i32) -> i1
  %0 = "arith.shli"(%i, %c1) : (i32, i32) -> i32
  %1 = "arith.subi"(%c16, %0) : (i32, i32) -> i32
  %2 = "arith.select"(%z, %c16, %1) : (i1, i32, i32) -> i32
  %3 = "arith.extui"(%z) : (i1) -> i32
  %4 = "arith.addi"(%2, %3) : (i32, i32) -> i32
  %5 = "arith.subi"(%4, %3) : (i32, i32) -> i32
  func.return %5 : i32
}
