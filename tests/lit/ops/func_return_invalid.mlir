// RUN: layoutc %s --emit=none --verify-diagnostics --split-input-file

func.func @f(%x: i32) -> (i32, i32) {
  // expected-error @below {{`func.return` has 1 operand, but the function has 2 results}}
  return %x : i32
}

// -----

func.func @f(%x: i32) -> f32 {
  // expected-error @below {{operand 0 of `func.return` is `i32`, but the function returns `f32`}}
  return %x : i32
}

// -----

// expected-error @below {{`func.return` must be in the body of a function, but is in `builtin.module`}}
"func.return"() : () -> ()
