// RUN: layoutc %s --emit=none --verify-diagnostics --split-input-file

// expected-error @below {{the entry block has 0 arguments, but the function type has 1 input}}
"func.func"() ({
  "func.return"() : () -> ()
}) {sym_name = "f", function_type = (i32) -> ()} : () -> ()

// -----

// expected-error @+2 {{argument 0 of the entry block is `f32`, but input 0 of the function type is `i32`}}
"func.func"() ({
^bb0(%x: f32):
  "func.return"() : () -> ()
}) {sym_name = "f", function_type = (i32) -> ()} : () -> ()

// -----

"func.func"() ({
// expected-error @below {{`function_type` of `func.func` is `i32`, but must be a function type}}
}) {sym_name = "f", function_type = i32, sym_visibility = "private"} : () -> ()

// -----

// expected-error @below {{`func.func` requires attribute `sym_name`, a string}}
"func.func"() ({
}) {function_type = () -> (), sym_visibility = "private"} : () -> ()

// -----

// expected-error @below {{`arg_attrs` must have one entry for each input, but has 2 for 1 input}}
"func.func"() ({
}) {sym_name = "f", function_type = (i32) -> (), arg_attrs = [{}, {}], sym_visibility = "private"} : () -> ()

// -----

// expected-error @below [L0304] {{function `@g` without a body must be private}}
// expected-note @below {{declare the function with `func.func private`}}
func.func @g()

// -----

// expected-error @below [L0303] {{attribute `keep` in `arg_attrs` must have a dialect prefix}}
// expected-note @below {{use a name such as `my.keep`}}
func.func private @h(i32 {keep})

// -----

func.func @outer() {
  // expected-error @below [L0304] {{`func.func` defines a symbol in `func.func`, which is not a symbol table}}
  func.func @inner() {
    return
  }
  return
}
