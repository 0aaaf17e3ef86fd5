// RUN: not layoutc %s --verify-diagnostics --diagnostics=short 2>&1 | FileCheck %s

// What only looks like an expectation is an error, and so are missing and unexpected diagnostics.
// CHECK: :[[@LINE+1]]:4: error[L0603]: unknown expectation `expected-eror`; did you mean `expected-error`?
// expected-eror@+1 {{x}}
// CHECK-NEXT: :[[@LINE+1]]:4: error[L0603]: the text of an expectation is empty
// expected-error {{}}
// CHECK-NEXT: :[[@LINE+1]]:4: error[L0603]: the `{{[{][{]}}` of an expectation is not closed
// expected-error {{x}
// CHECK-NEXT: :[[@LINE+1]]:4: error[L0603]: the expectation is for line
// expected-error@+999 {{x}}
// CHECK-NEXT: :[[@LINE+1]]:4: error[L0603]: unknown position `@5`
// expected-error@5 {{x}}
// CHECK-NEXT: :[[@LINE+1]]:4: error[L0603]: expected warning {{[{][{]}}unheard of}} in line [[@LINE+1]], which was not reported
// expected-warning {{unheard of}}
// CHECK-NEXT: :[[@LINE+1]]:12: error[L0603]: unexpected error[L0201]: value `%lost` is not defined
"test.use"(%lost) : (i32) -> ()
