// Handwritten addressing functions of the forms `vector`, `step` and `inverse`.

layout.tensor @rows : tensor<4x6xf32>

func.func @pairs(%i: i32, %j: i32) -> i32 attributes {layout.address = {of = @rows, unit = "element", lengths = array<i64: 4, 3>, vector = array<i64: 1, 2>}} {
  %c = "arith.constant"() <{value = 6 : i32}> : () -> i32
  %d = "arith.constant"() <{value = 2 : i32}> : () -> i32
  %0 = "arith.muli"(%i, %c) : (i32, i32) -> i32
  %1 = "arith.muli"(%j, %d) : (i32, i32) -> i32
  %2 = "arith.addi"(%0, %1) : (i32, i32) -> i32
  func.return %2 : i32
}
func.func @diagonal(%i: i32, %j: i32, %offset: i32) -> i32 attributes {layout.address = {of = @rows, unit = "element", lengths = array<i64: 4, 6>, step = array<i64: 1, -1>, offsets = array<i64: 0, 23>}} {
  %c = "arith.constant"() <{value = 5 : i32}> : () -> i32
  %0 = "arith.addi"(%offset, %c) : (i32, i32) -> i32
  func.return %0 : i32
}
func.func @owner(%slot: i32) -> (i32, i32, i1) attributes {layout.address = {of = @rows, unit = "element", lengths = array<i64: 4, 6>, form = "inverse", offsets = array<i64: 0, 23>}} {
  %c = "arith.constant"() <{value = 6 : i32}> : () -> i32
  %true = "arith.constant"() <{value = true}> : () -> i1
  %0 = "arith.divui"(%slot, %c) : (i32, i32) -> i32
  %1 = "arith.remui"(%slot, %c) : (i32, i32) -> i32
  func.return %0, %1, %true : i32, i32, i1
}
