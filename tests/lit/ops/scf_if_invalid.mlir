// RUN: layoutc %s --emit=none --verify-diagnostics --split-input-file

func.func @f(%p: i32, %q: i1, %x: f32) {
  "scf.if"(%p) ({
    "scf.yield"() : () -> ()
  }, {
  // expected-error @below [L0302] {{the condition of `scf.if` is `i32`, but must be `i1`}}
  }) : (i32) -> ()
  %0 = "scf.if"(%q) ({
    // expected-error @below [L0301] {{`scf.yield` has 0 operands, but `scf.if` has 1 result}}
    "scf.yield"() : () -> ()
  }, {
    "scf.yield"(%x) : (f32) -> ()
  }) : (i1) -> f32
  return
}
