// RUN: layoutc %s --emit=none --verify-diagnostics --split-input-file

// expected-note @below {{the function is here}}
func.func @g(%a: i32) -> i32 {
  // expected-error @below [L0206] {{unknown function `@h`}}
  // expected-note @below {{did you mean `@g`?}}
  %0 = "func.call"(%a) <{callee = @h}> : (i32) -> i32
  // expected-error @below [L0302] {{result 0 of `func.call` is `f32`, but result 0 of `@g` is `i32`}}
  %1 = "func.call"(%a) <{callee = @g}> : (i32) -> f32
  return %0 : i32
}

// -----

// expected-note @below {{the function is here}}
func.func @g(%a: i32) {
  // expected-error @below [L0301] {{`func.call` has 0 operands, but `@g` has 1 input}}
  "func.call"() <{callee = @g}> : () -> ()
  return
}
