// RUN: layoutc %s --target=npu --passes=plan-memory -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: layoutc %t.mlir | FileCheck %s

// A rule of the target declares the view. The op states it after the plan, because the target may be unknown to a reader of
// the module.
layout.target @npu {
  layout.rule "my.flatten" view {kind = "reshape"}
}

// CHECK: func.func @f() attributes {layout.arena_alignment = 4 : i64, layout.arena_size = 128 : i64}
// CHECK-NEXT: %0 = "my.make"() {layout.arena = {offset = 0 : i64, size = 128 : i64}}
// CHECK-NEXT: %1 = "my.flatten"(%0) {layout.arena = {offset = 0 : i64, size = 128 : i64}, layout.view = {kind = "reshape"}}
func.func @f() {
  %0 = "my.make"() : () -> tensor<4x8xf32, {strides = [8, 1]}>
  %1 = "my.flatten"(%0) : (tensor<4x8xf32, {strides = [8, 1]}>) -> tensor<32xf32, {strides = [1]}>
  "my.use"(%1) : (tensor<32xf32, {strides = [1]}>) -> ()
  return
}
