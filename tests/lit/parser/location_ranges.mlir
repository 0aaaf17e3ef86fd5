// RUN: layoutc %s --print-locs | FileCheck %s
// RUN: layoutc %s --print-locs | layoutc --print-locs | FileCheck %s

// CHECK: "t.a"() : () -> () loc("a.mlir":1:2 to 3:4)
"t.a"() : () -> () loc("a.mlir":1:2 to 3:4)
// The end line is omitted if it equals the start line.
// CHECK: "t.b"() : () -> () loc("a.mlir":1:2 to :4)
"t.b"() : () -> () loc("a.mlir":1:2 to :4)
// CHECK: "t.c"() : () -> () loc("a.mlir":1:2 to :4)
"t.c"() : () -> () loc("a.mlir":1:2 to 1:4)
// CHECK: "t.d"() : () -> () loc("a.mlir":1:2)
"t.d"() : () -> () loc("a.mlir":1:2 to 1:2)
// CHECK: "t.e"() : () -> () loc(fused["a.mlir":1:2 to :4, callsite("x" at "b.mlir":5:6 to 7:8)])
"t.e"() : () -> () loc(fused["a.mlir":1:2 to :4, callsite("x" at "b.mlir":5:6 to 7:8)])
