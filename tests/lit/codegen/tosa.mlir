// TOSA has no part of layoutc: definitions, attributes and row-major layouts are removed, and attributes of others kept.

// RUN: layoutc %s --emit=tosa --passes= --target=arm_ml_engine --stats -o %t.mlir 2>&1 | FileCheck %s --check-prefix=STATS
// RUN: FileCheck %s < %t.mlir
// RUN: FileCheck %s --check-prefix=OWN < %t.mlir
// RUN: not layoutc %s --emit=tosa --diagnostics=short 2>&1 | FileCheck %s --check-prefix=TARGET

// STATS: {{^}}           1  tosa: transposes before
// STATS-NEXT: {{^}}        2048  tosa: transposed bytes before
// STATS-NEXT: {{^}}           1  tosa: transposes after
// STATS-NEXT: {{^}}        2048  tosa: transposed bytes after

// CHECK: !input = tensor<1x4x8x8xf32>
// CHECK: "func.func"() ({
// CHECK-NEXT: (%x: !input, %w: tensor<8xf32>):
// CHECK-NEXT: %0 = "tosa.const"() <{values = dense<{{.+}}> : tensor<1x1x1x2xf32>}> {my.note = 3 : i64} : () -> tensor<1x1x1x2xf32>
// CHECK: %2 = "tosa.transpose"(%1) {perms = array<i32: 0, 2, 3, 1>} : (!input) -> tensor<1x8x8x4xf32>
// CHECK: "tosa.cond_if"(%c) ({
// CHECK-NEXT: "tosa.yield"(%2) : (tensor<1x8x8x4xf32>) -> ()
// CHECK: {arg_attrs = [{}, {tosa.tensor_name = "w"}], function_type = (!input, tensor<8xf32>) -> !input, res_attrs = [{}], sym_name = "main"}
// OWN-NOT: {{layout\.|order|strides|@npu}}

// TARGET: {{^}}layoutc: error[L0601]: the emitter `tosa` needs a target

layout.target @npu {limits = {}} { layout.rule "*" [#layout.choice<(row_major...) -> row_major...>] }
layout.descriptor @rows {
  %m, %n = layout.packed [3, 4]
  %i = layout.pass_through %m
  %j = layout.pass_through %n
  layout.yield %i, %j
}

!input = tensor<1x4x8x8xf32, {order = affine_map<(a, b, c, d) -> (a, b, c, d)>, strides = [1000, 64, 8, 1]}>
func.func @main(%x: !input {layout.any}, %w: tensor<8xf32> {layout.constant, tosa.tensor_name = "w"}) -> (!input {layout.any}) {
  // A dim of length 1 has no stride, so this order is row major.
  %0 = "tosa.const"() <{values = dense<[[[[1.0, 2.0]]]]> : tensor<1x1x1x2xf32, {order = affine_map<(a, b, c, d) -> (b, d, a, c)>}>}> {layout.vk_constant = 3 : i64, my.note = 3} : () -> tensor<1x1x1x2xf32, {order = affine_map<(a, b, c, d) -> (b, d, a, c)>}>
  %c = "tosa.const"() <{values = dense<true> : tensor<i1>}> : () -> tensor<i1>
  %1 = tosa.abs %x : (!input) -> tensor<1x4x8x8xf32>
  %2 = tosa.transpose %1 {perms = array<i32: 0, 2, 3, 1>} : (tensor<1x4x8x8xf32>) -> tensor<1x8x8x4xf32>
  %3 = tosa.cond_if %c : tensor<i1> -> tensor<1x8x8x4xf32> {
    tosa.yield %2 : tensor<1x8x8x4xf32>
  } else {
    tosa.yield %2 : tensor<1x8x8x4xf32>
  }
  return %x : !input
}
