// RUN: layoutc %s --canonicalize | FileCheck %s
// RUN: layoutc %s --canonicalize --canonicalize | FileCheck %s
// RUN: layoutc %s --pass-pipeline='builtin.module(func.func(canonicalize))' | FileCheck %s --check-prefix=FUNCTIONS

// Layouts are canonicalized, and unused ops are removed. On functions, a type that is also used outside keeps its
// spelling.
// CHECK: layout.tensor @x : tensor<1x6xf16, {{.*}}strides = [6, 1]}>
// FUNCTIONS: layout.tensor @x : tensor<1x6xf16, {strides = [100, 1]}>
layout.tensor @x : tensor<1x6xf16, {strides = [100, 1]}>

// CHECK-LABEL: func.func @f
// CHECK-SAME: strides = [6, 1]
// FUNCTIONS-LABEL: func.func @f
// FUNCTIONS-SAME: strides = [100, 1]
func.func @f(%x: tensor<1x6xf16, {strides = [100, 1]}>) {
  // CHECK-NEXT: return
  // FUNCTIONS-NEXT: return
  %0 = layout.reorder %x : tensor<1x6xf16, {strides = [100, 1]}> -> tensor<1x6xf16, {order = #layout.order<CN>}>
  return
}

// FUNCTIONS-LABEL: func.func @g
// FUNCTIONS-SAME: strides = [8, 1]
func.func @g(%x: tensor<1x8xf16, {strides = [50, 1]}>) {
  return
}
