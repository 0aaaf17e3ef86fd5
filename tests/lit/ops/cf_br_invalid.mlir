// RUN: layoutc %s --emit=none --verify-diagnostics --split-input-file

"func.func"() <{function_type = (i32) -> i32, sym_name = "g"}> ({
^bb0(%a: i32):
  // expected-error @below [L0302] {{operand 0 of `cf.br` is `i32`, but the argument of the block is `f32`}}
  "cf.br"(%a)[^bb1] : (i32) -> ()
// expected-note @below {{the argument is here}}
^bb1(%b: f32):
  "func.return"(%a) : (i32) -> ()
}) : () -> ()

// -----

// expected-error @below [L0301] {{`cf.br` must have 1 successor, but has 0}}
"cf.br"() : () -> ()
