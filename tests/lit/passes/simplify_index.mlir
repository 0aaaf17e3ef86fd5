// RUN: layoutc %s --passes=simplify-index | FileCheck %s
// RUN: layoutc %s --passes=simplify-index,simplify-index | FileCheck %s
// RUN: layoutc %s --passes=simplify-index{cost=ops} | FileCheck %s --check-prefix=OPS

// A number that is split into digits and recombined is the number itself.
// CHECK-LABEL: func.func @again(%t: i32)
// CHECK-NEXT: return %t : i32
func.func @again(%t: i32) -> i32 attributes {layout.address = {of = @x, unit = "element", lengths = array<i64: 60>}} {
  %c12 = "arith.constant"() <{value = 12 : i32}> : () -> i32
  %high = "arith.divui"(%t, %c12) : (i32, i32) -> i32
  %low = "arith.remui"(%t, %c12) : (i32, i32) -> i32
  %back = "arith.muli"(%high, %c12) : (i32, i32) -> i32
  %sum = "arith.addi"(%back, %low) : (i32, i32) -> i32
  return %sum : i32
}

// A division is the high half of a product, exact below 6272.
// CHECK-LABEL: func.func @quotient(%t: i32)
// CHECK-NEXT: [[FACTOR:%.*]] = arith.constant 87652394 : i32
// CHECK-NEXT: [[BOTH:%.*]]:2 = arith.mului_extended %t, [[FACTOR]] : i32
// CHECK-NEXT: return [[BOTH]]#1 : i32
func.func @quotient(%t: i32) -> i32 attributes {layout.address = {of = @x, unit = "element", lengths = array<i64: 6272>}} {
  %c49 = "arith.constant"() <{value = 49 : i32}> : () -> i32
  %q = "arith.divui"(%t, %c49) : (i32, i32) -> i32
  return %q : i32
}

// By weight, a multiplication by 31 is a shift and a subtraction; by count, it is one op.
// CHECK-LABEL: func.func @nested(%h: i32, %w: i32)
// CHECK: arith.shli
// CHECK: arith.subi
// CHECK-NOT: arith.muli
// OPS-LABEL: func.func @nested(%h: i32, %w: i32)
// OPS-NEXT: arith.constant 31 : i32
// OPS-NEXT: arith.muli
// OPS-NEXT: arith.addi
// OPS-NEXT: return
func.func @nested(%h: i32, %w: i32) -> i32 attributes {layout.address = {of = @x, unit = "element", lengths = array<i64: 17, 31>}} {
  %c31 = arith.constant 31 : i32
  %0 = arith.muli %h, %c31 : i32
  %1 = arith.addi %0, %w : i32
  return %1 : i32
}

// A division is one operation, so it is kept only where operations are counted.
// CHECK-LABEL: func.func @turned(%t: i32)
// CHECK-NOT: arith.remui
// CHECK: return
// OPS-LABEL: func.func @turned(%t: i32)
// OPS: arith.addi %t
// OPS: arith.remui
// OPS-NEXT: return
func.func @turned(%t: i32) -> i32 attributes {layout.address = {of = @x, unit = "element", lengths = array<i64: 96>}} {
  %c48 = arith.constant 48 : i32
  %c96 = arith.constant 96 : i32
  %0 = arith.addi %t, %c48 : i32
  %1 = arith.remui %0, %c96 : i32
  return %1 : i32
}

// A comparison that ranges prove is removed; both bounds of a range become one comparison.
// CHECK-LABEL: func.func @valid(%h: i32)
// CHECK: arith.subi %h
// CHECK: arith.cmpi ult, {{.*}} : i32
// CHECK-NOT: arith.cmpi
// CHECK: return
func.func @valid(%h: i32) -> (i32, i1) attributes {layout.address = {of = @x, unit = "element", lengths = array<i64: 230>}} {
  %c3 = "arith.constant"() <{value = 3 : i32}> : () -> i32
  %c227 = "arith.constant"() <{value = 227 : i32}> : () -> i32
  %c500 = "arith.constant"() <{value = 500 : i32}> : () -> i32
  %low = "arith.cmpi"(%h, %c3) <{predicate = 9 : i64}> : (i32, i32) -> i1
  %high = "arith.cmpi"(%h, %c227) <{predicate = 6 : i64}> : (i32, i32) -> i1
  %always = "arith.cmpi"(%h, %c500) <{predicate = 6 : i64}> : (i32, i32) -> i1
  %0 = "arith.andi"(%low, %high) : (i1, i1) -> i1
  %1 = "arith.andi"(%0, %always) : (i1, i1) -> i1
  %2 = "arith.subi"(%h, %c3) : (i32, i32) -> i32
  return %2, %1 : i32, i1
}

// Functions that are not addressing functions are preserved, and so are optimal ones.
// CHECK-LABEL: func.func @other(%t: i32)
// CHECK: arith.divui
func.func @other(%t: i32) -> i32 {
  %c7 = "arith.constant"() <{value = 7 : i32}> : () -> i32
  %q = "arith.divui"(%t, %c7) : (i32, i32) -> i32
  return %q : i32
}
// CHECK-LABEL: func.func @cheap(%y: i32, %x: i32)
// CHECK-NEXT: arith.addi %x, %y : i32
func.func @cheap(%y: i32, %x: i32) -> i32 attributes {layout.address = {of = @x, unit = "element", lengths = array<i64: 4, 5>}} {
  %0 = arith.addi %x, %y : i32
  return %0 : i32
}
