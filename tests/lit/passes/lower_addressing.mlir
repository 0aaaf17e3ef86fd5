// RUN: layoutc %s --passes=lower-addressing | FileCheck %s
// RUN: layoutc %s --passes=lower-addressing,lower-addressing,check-addresses | FileCheck %s
// RUN: layoutc %s --passes=lower-addressing --emit=generic | layoutc --passes=check-addresses | FileCheck %s

// Strides in elements, or in bytes.
layout.tensor @x : tensor<4x5xf32, {order = #layout.order<NC>, strides = [8, 1]}>
// CHECK-LABEL: func.func @offset_x(%d0: i32, %d1: i32) -> i32 attributes {layout.address = {lengths = array<i64: 4, 5>, of = @x, unit = "element"}} {
// CHECK-NEXT: %0 = arith.constant 8 : i32
// CHECK-NEXT: %1 = arith.muli %d0, %0 : i32
// CHECK-NEXT: %2 = arith.addi %1, %d1 : i32
// CHECK-NEXT: return %2 : i32
layout.address @offset_x of @x
// Unknown attributes are moved to the function.
// CHECK-LABEL: func.func @bytes_x(%d0: i64, %d1: i64) -> i64 attributes {layout.address = {lengths = array<i64: 4, 5>, of = @x, unit = "byte"}, my.note = "kept"} {
// CHECK: arith.constant 32 : i64
// CHECK: arith.constant 4 : i64
layout.address @bytes_x of @x {unit = "byte", index = "i64", my.note = "kept"}

// A format that splits C.
layout.tensor @chw4 : tensor<2x5x3x4xi8, {format = #layout.format<chw4>}>
// CHECK-LABEL: func.func @offset_chw4(
// CHECK: [[V:%.*]] = arith.constant 4 : i32
// CHECK-NEXT: arith.divui %d1, [[V]]
// CHECK-NEXT: arith.remui %d1, [[V]]
layout.address @offset_chw4 of @chw4

// A halo: the second result is true if the index is valid.
layout.descriptor @halo {
  %m, %n = layout.packed [6, 4]
  %i = layout.pad %m low 1 high 1
  %j = layout.pass_through %n
  layout.yield %i, %j
}
// CHECK-LABEL: func.func @offset_halo(%d0: i32, %d1: i32) -> (i32, i1)
// CHECK-NEXT: [[ONE:%.*]] = arith.constant 1 : i32
// CHECK-NEXT: [[LOW:%.*]] = arith.cmpi uge, %d0, [[ONE]]
// CHECK-NEXT: [[SEVEN:%.*]] = arith.constant 7 : i32
// CHECK-NEXT: [[HIGH:%.*]] = arith.cmpi ult, %d0, [[SEVEN]]
// CHECK-NEXT: [[VALID:%.*]] = arith.andi [[LOW]], [[HIGH]] : i1
// CHECK: [[OFFSET:%.*]] = arith.subi
// CHECK-NEXT: return [[OFFSET]], [[VALID]] : i32, i1
layout.address @offset_halo of @halo

// A predicate that always holds is a constant, so that the signature does not depend on proofs.
layout.descriptor @cropped {
  %m = layout.packed [6]
  %i = layout.pad %m low -1 high -1
  layout.yield %i
}
// CHECK-LABEL: func.func @offset_cropped(%d0: i32) -> (i32, i1)
// CHECK: arith.constant true
layout.address @offset_cropped of @cropped

// An intermediate index can be negative: a multiple of the modulus is added first.
layout.descriptor @ring {
  %m = layout.packed [5]
  %i = layout.modulo %m by 5 length 12
  %j = layout.offset %i by -4
  layout.yield %j
}
// CHECK-LABEL: func.func @offset_ring(
// CHECK-NEXT: [[ONE:%.*]] = arith.constant 1 : i32
// CHECK-NEXT: [[SUM:%.*]] = arith.addi %d0, [[ONE]]
// CHECK-NEXT: [[FIVE:%.*]] = arith.constant 5 : i32
// CHECK-NEXT: [[REST:%.*]] = arith.remui [[SUM]], [[FIVE]]
// CHECK-NEXT: return [[REST]]
layout.address @offset_ring of @ring

// Negative offsets are in two's complement, computed by the last op.
layout.descriptor @flipped {
  %m = layout.strided [4] strides [-2] offset 3
  %i = layout.pass_through %m
  layout.yield %i
}
// CHECK-LABEL: func.func @offset_flipped(
// CHECK: arith.subi
// CHECK-NEXT: return
layout.address @offset_flipped of @flipped

// Offsets above 31 bits are computed in 64 bits.
layout.tensor @large : tensor<65536x65536xi8>
// CHECK-LABEL: func.func @offset_large(%d0: i64, %d1: i64) -> i64
layout.address @offset_large of @large
// If only a halo exceeds the width, its indices are clamped into range.
layout.descriptor @large_halo {
  %m, %n = layout.packed [32768, 32768]
  %i = layout.pad %m low 0 high 65536
  %j = layout.pass_through %n
  layout.yield %i, %j
}
// CHECK-LABEL: func.func @offset_large_halo(%d0: i32, %d1: i32) -> (i32, i1)
// CHECK: arith.minui
layout.address @offset_large_halo of @large_halo

// A scalar, a memref, a swizzle on a tensor, and 4-bit elements that each start at a byte.
layout.tensor @scalar : tensor<f32>
// CHECK-LABEL: func.func @offset_scalar() -> i32
layout.address @offset_scalar of @scalar
layout.tensor @memref : memref<4x6xf32, strided<[1, 4], offset: 2>>
// CHECK-LABEL: func.func @offset_memref(
layout.address @offset_memref of @memref {unit = "byte"}
layout.tensor @rows : tensor<8x8xf16>
layout.descriptor @swizzled {
  %i, %j = layout.from @rows
  %a, %b = layout.xor %i, %j
  layout.yield %a, %b
}
// CHECK-LABEL: func.func @offset_swizzled(
// CHECK: arith.xori
layout.address @offset_swizzled of @swizzled
layout.tensor @view : tensor<8x8xf16, {layout = @swizzled}>
// CHECK-LABEL: func.func @bytes_view(
layout.address @bytes_view of @view {unit = "byte"}
layout.tensor @nibbles : tensor<4x1xi4, {strides = [2, 1]}>
// CHECK-LABEL: func.func @bytes_nibbles(%d0: i32, %d1: i32) -> i32
// CHECK-NEXT: return %d0 : i32
layout.address @bytes_nibbles of @nibbles {unit = "byte"}
