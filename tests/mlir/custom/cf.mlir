// Branches with and without operands.
func.func @branches(%c: i1, %a: i32, %f: f32) {
  cf.assert %c, "must hold" {k}
  cf.cond_br %c, ^bb1(%a, %f : i32, f32), ^bb2
^bb1(%x: i32, %y: f32):
  cf.br ^bb3(%x : i32) {k = 1}
^bb2:
  cf.cond_br %c, ^bb2, ^bb3(%a : i32) {k}
^bb3(%z: i32):
  cf.br ^bb4
^bb4:
  return
}
// -----
// Switches.
func.func @switches(%flag: i32, %a: i32, %wide: i64, %small: i8) {
  cf.switch %flag : i32, [
    default: ^bb1,
    42: ^bb2(%a : i32),
    -7: ^bb1,
    4294967295: ^bb2(%flag : i32)
  ] {k = 2}
^bb1:
  cf.switch %wide : i64, [default: ^bb2(%a : i32)]
^bb2(%x: i32):
  cf.switch %small : i8, [default: ^bb2(%x : i32), 3: ^bb3]
^bb3:
  cf.switch %flag : i32, [default: ^bb3, 1: ^bb3, 1: ^bb3]
}
// -----
// A value that is defined in a later line, and one in a later block.
func.func @later(%c: i1) {
  cf.br ^bb2
^bb1:
  %sum = arith.addi %one, %one : i32
  cf.cond_br %c, ^bb1, ^bb3
^bb2:
  %one = arith.constant 1 : i32
  cf.br ^bb1
^bb3:
  return
}
