// RUN: layoutc %s --cse | FileCheck %s
// RUN: layoutc %s --cse --cse | FileCheck %s
// RUN: layoutc %s --cse --stats --emit=none 2>&1 | FileCheck %s --check-prefix=STATS
// RUN: layoutc %s --passes='func.func(cse)' | FileCheck %s --check-prefix=FUNCTIONS

// STATS: 2 cse (1): ops merged
// STATS: 3 cse (1): unused ops removed

// Module level: two equal constants become one, unless only functions are changed.
// CHECK: "t.use"(%{{[a-z0-9_]+}}, %{{[a-z0-9_]+}})
// FUNCTIONS-COUNT-2: {{^ +}}%{{.*}}constant
// FUNCTIONS: "t.use"
%one = "arith.constant"() {value = 1 : i32} : () -> i32
%uno = "arith.constant"() {value = 1 : i32} : () -> i32
"t.use"(%one, %uno) : (i32, i32) -> ()

// CHECK-LABEL: func.func @reorders
// FUNCTIONS-LABEL: func.func @reorders
func.func @reorders(%x: tensor<8x4xf16>) -> tensor<8x4xf16> {
  // %x is copied once, not twice.
  // CHECK-COUNT-1: layout.reorder
  // CHECK-NOT: layout.reorder
  // FUNCTIONS-COUNT-1: layout.reorder
  // FUNCTIONS-NOT: layout.reorder
  %0 = layout.reorder %x : tensor<8x4xf16> -> tensor<8x4xf16, {order = #layout.order<CN>}>
  %1 = layout.reorder %x : tensor<8x4xf16> -> tensor<8x4xf16, {order = #layout.order<CN>}>
  %2 = "t.add"(%0, %1) : (tensor<8x4xf16, {order = #layout.order<CN>}>, tensor<8x4xf16, {order = #layout.order<CN>}>) -> tensor<8x4xf16>
  return %2 : tensor<8x4xf16>
}

// A chain of unused ops is removed from its end; an unknown op can have side effects.
// CHECK-LABEL: func.func @unused
func.func @unused(%x: i32) {
  // CHECK-NEXT: "t.load"
  // CHECK-NEXT: return
  %0 = "t.load"(%x) : (i32) -> i32
  %1 = "arith.addi"(%0, %x) : (i32, i32) -> i32
  %2 = "arith.muli"(%1, %x) : (i32, i32) -> i32
  %3 = "math.absi"(%2) : (i32) -> i32
  return
}
