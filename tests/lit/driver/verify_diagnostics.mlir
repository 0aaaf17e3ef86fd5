// RUN: layoutc %s --verify-diagnostics --split-input-file | FileCheck %s
// RUN: not layoutc %s --split-input-file

// The IR of chunks without errors is printed.
// CHECK-NOT: test.use
// CHECK: "test.fine"() : () -> ()
// CHECK-NOT: test.use

// expected-error@+1 {{value `%lost` is not defined}}
"test.use"(%lost) : (i32) -> ()

// -----

"test.use"(%lost) : (i32) -> () // expected-error-re [L0201] {{value `%{{[a-z]+}}` is not}}

// -----

"test.fine"() : () -> ()

// -----

func.func private @f()
// expected-note@above {{the first definition is here}}
// expected-error@below {{symbol `@f` is defined twice}}
func.func private @f()
