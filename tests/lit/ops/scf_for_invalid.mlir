// RUN: layoutc %s --emit=none --verify-diagnostics --split-input-file

func.func @f(%i: index, %n: i32, %x: f32) {
  "scf.for"(%i, %i, %n) ({
  ^bb0(%at: index):
    "scf.yield"() : () -> ()
  // expected-error @below [L0302] {{operand 2 of `scf.for` is `i32`, but operand 0 is `index`}}
  }) : (index, index, i32) -> ()
  // expected-error @below [L0301] {{`scf.for` has 0 results, but 1 initial value}}
  "scf.for"(%i, %i, %i, %x) ({
  ^bb0(%at: index, %v: f32):
    "scf.yield"(%v) : (f32) -> ()
  }) : (index, index, index, f32) -> ()
  "scf.for"(%i, %i, %i) ({
  ^bb0(%at: index):
    // expected-error @below [L0304] {{a region of `scf.for` must end with `scf.yield`}}
    "t.end"() : () -> ()
  }) : (index, index, index) -> ()
  return
}
