// RUN: layoutc %s --emit=none --verify-diagnostics --split-input-file

func.func @f(%a: i32) -> i32 {
  // expected-error @below {{`layout.load` requires attribute `table`, a symbol such as `@x`}}
  %0 = "layout.load"(%a) : (i32) -> i32
  return %0 : i32
}
