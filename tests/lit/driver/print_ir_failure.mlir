// RUN: not layoutc %s --cse --resolve-strides --print-ir-after=failure --emit=none 2>&1 | FileCheck %s
// RUN: not layoutc %s --cse --resolve-strides --mlir-print-ir-after-failure --emit=none 2>&1 | FileCheck %s

// The module is printed in the state in which the failed pass left it.
// CHECK-NOT: IR Dump After cse
// CHECK: IR Dump After resolve-strides Failed (2)
// CHECK: layout.tensor @y
// CHECK: error[L0401]: conflicting stride requirements on `@y`
layout.tensor @y : tensor<8x4xf16, {reqs = #layout.reqs<m0: fixed<2 bytes>>}>
