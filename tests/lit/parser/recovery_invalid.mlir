// RUN: layoutc %s --emit=none --verify-diagnostics --split-input-file

// A fault costs its op and nothing else.

func.func @three_faults_in_three_ops() {
  // expected-error@+2 [L0106] {{unknown type `i3x`}}
  // expected-note@+1 {{did you mean `i32`?}}
  %0 = "a"() : () -> i3x
  // expected-error@+1 [L0101] {{expected `)` or `,` in a list of types, found `->`}}
  "b"(%0, %1) : (i32, i32 -> ()
  "fine"(%0) : (f32) -> ()
  // expected-error@+1 [L0101] {{expected `]` or `,` in a list of attributes, found `}`}}
  "c"() {x = [1, 2} : () -> ()
  return
}

// -----

// expected-error@+2 [L0106] {{unknown type `f33`}}
// expected-note@+1 {{did you mean `f32`?}}
func.func @a_faulty_header_still_has_a_body(%a: f33, %b: i32) {
  // expected-error@+1 [L0201] {{value `%c` is not defined}}
  "x"(%a, %b, %c) : (i32, i32, i32) -> ()
  return
}

// -----

"a"() ({
  "b"() ({
    // expected-error@+1 [L0201] {{value `%1` is not defined}}
    "c"(%1) : (i32) -> ()
    // expected-error@+1 [L0101] {{expected a value such as `%0`, found `:`}}
    "d"( : () -> ()
  }) : () -> ()
// expected-error@+1 [L0101] {{expected an attribute, found `}`}}
}) {x = } : () -> ()
// expected-error@+1 [L0101] {{expected `:` before the types of an op, found the end of the line}}
"e"()
// expected-error@+1 [L0101] {{expected a type, found `?`}}
"f"() : () -> ?

// -----

// expected-error@+1 [L0101] {{unclosed `{`: the matching `}` is missing}}
module {
  // expected-note@+1 {{a `}` may be missing for this `{`}}
  func.func @f() {
    return

  func.func @g() {
    return
  }
// expected-note@+1 {{this `}` closes it, but has a different indentation}}
}

// -----

func.func @f() {
  return
}
// expected-error@+1 [L0101] {{unmatched `}`}}
}
// expected-error@+1 [L0101] {{expected a type, found `?`}}
"a"() : () -> ?
