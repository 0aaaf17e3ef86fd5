// RUN: layoutc %s --print-locs | FileCheck %s
// RUN: layoutc %s | FileCheck %s --check-prefix=NONE

// CHECK: "test.op"() : () -> () loc("model.onnx":12:3)
// CHECK-NEXT: "test.op"() : () -> () loc("{{.*}}print_locs.mlir":[[@LINE+4]]:1)
// NONE: "test.op"() : () -> ()
// NONE-NOT: loc(
"test.op"() : () -> () loc("model.onnx":12:3)
"test.op"() : () -> ()
