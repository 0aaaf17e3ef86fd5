// A name that resembles no other is an error that lists what there is.

// RUN: not layoutc explain %s --of @wrong --diagnostics=pretty 2>&1 | FileCheck %s
// RUN: not layoutc eval %s --of @wrong 2>&1 | FileCheck %s
// RUN: not layoutc explain %s --of=@f:%%wrong 2>&1 | FileCheck %s --check-prefix=VALUE
// RUN: not layoutc eval - --of @wrong < %S/Inputs/empty.mlir 2>&1 | FileCheck %s --check-prefix=EMPTY

// CHECK: error[L0604]: unknown symbol `@wrong`
// CHECK-NEXT: functions, whose values have layouts: `@f`, `@a b`
// VALUE: error[L0604]: unknown value `%wrong` in `@f:%wrong`
// VALUE-NEXT: values: `%x`, `%0`
// EMPTY: error[L0604]: unknown symbol `@wrong`
// EMPTY-NEXT: symbols with a layout: none
func.func @f(%x: tensor<4xf32>) {
  %0 = "test.op"(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return
}
func.func @"a b"() {
  return
}
