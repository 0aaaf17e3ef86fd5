// RUN: layoutc %s --emit=none --verify-diagnostics --split-input-file

// Lexical errors: strings, numbers, bytes.

// expected-error@+1 [L0102] {{unclosed string literal}}
"a"() {x = "abc} : () -> ()

// -----

// expected-error@+1 [L0102] {{invalid escape: expected `"`, `\`, `n`, `t` or two hexadecimal digits after the backslash}}
"a"() {x = "ab\qc"} : () -> ()

// -----

// Strings are bytes, names are text.
"a"() {x = "\FF\00"} : () -> ()
// expected-error@+1 [L0102] {{quoted name must be UTF-8}}
"\FF"() : () -> ()

// -----

// expected-error@+1 [L0101] {{expected the name of a value after `%`}}
%é = "a"() : () -> i32

// -----

// expected-error@+1 [L0103] {{does not fit `i64`, which holds -9223372036854775808 to 18446744073709551615}}
"a"() {x = 111111111111111111111111111111111111111111111111111111111111} : () -> ()

// -----

// expected-error@+1 [L0103] {{-129 does not fit `i8`, which holds -128 to 255}}
"a"() {x = -129 : i8} : () -> ()
// expected-error@+1 [L0103] {{9223372036854775808 does not fit `index`, which holds -9223372036854775808 to 9223372036854775807}}
"b"() {x = 9223372036854775808 : index} : () -> ()
// expected-error@+1 [L0103] {{dim length must be less than 2^63, but is 9223372036854775808}}
"c"() : () -> tensor<9223372036854775808xi8>
// expected-error@+1 [L0106] {{integer type must have at most 16777215 bits}}
"d"() : () -> i16777216
// expected-error@+1 [L0105] {{the number of elements does not fit 64 bits}}
"e"() {x = dense<0> : tensor<9223372036854775807x3xi8>} : () -> ()
