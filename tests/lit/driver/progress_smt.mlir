// REQUIRES: z3
// RUN: layoutc %s --passes='check-addresses{smt=all}' --emit=none --progress=always 2>&1 | FileCheck %s --match-full-lines

// The lines name the function at work, and the queries of the solver about it.
// CHECK: check-addresses: 0 of 2 functions, `@row_x`
// CHECK-NEXT: check-addresses: 0 of {{[0-9]+}} solver queries, `@row_x`
// CHECK: check-addresses: 1 of 2 functions, `@row_y`
// CHECK-NEXT: check-addresses: 0 of {{[0-9]+}} solver queries, `@row_y`

layout.tensor @x : tensor<4x5xf32, {strides = [8, 1]}>
func.func @row_x(%d0: i32, %d1: i32) -> i32
    attributes {layout.address = {lengths = array<i64: 4, 5>, of = @x, unit = "element"}} {
  %0 = "arith.constant"() <{value = 8 : i32}> : () -> i32
  %1 = "arith.muli"(%d0, %0) : (i32, i32) -> i32
  %2 = "arith.addi"(%1, %d1) : (i32, i32) -> i32
  return %2 : i32
}
layout.tensor @y : tensor<4x5xf32, {strides = [16, 1]}>
func.func @row_y(%d0: i32, %d1: i32) -> i32
    attributes {layout.address = {lengths = array<i64: 4, 5>, of = @y, unit = "element"}} {
  %0 = "arith.constant"() <{value = 16 : i32}> : () -> i32
  %1 = "arith.muli"(%d0, %0) : (i32, i32) -> i32
  %2 = "arith.addi"(%1, %d1) : (i32, i32) -> i32
  return %2 : i32
}
