// RUN: layoutc %s --target=npu --passes=plan-memory | FileCheck %s

// A group of ops is executed as one, where its last op is. The value inside of it is in no memory, its operand is live
// until then, and its last op overwrites no operand.

#v = {strides = [1]}

layout.target @npu {
  layout.rule kind = elementwise [#layout.choice<same>] inplace = [0, 1]
}

// CHECK-LABEL: func.func @f
// CHECK-SAME: layout.arena_size = 768 : i64
// CHECK-NEXT: %0 = "my.conv"(%x) {layout.arena = {offset = [[A:[0-9]+]] : i64, size = 256 : i64}}
// CHECK-NEXT: %1 = "onnx.Exp"(%0) {layout.group = {name = "exp_add", number = 0 : i64}}
// CHECK-NEXT: %2 = "my.conv"(%x) {layout.arena = {offset = [[B:[0-9]+]] : i64, size = 256 : i64}}
// CHECK-NEXT: %3 = "onnx.Add"(%1, %2) {layout.arena = {offset = [[C:[0-9]+]] : i64, size = 256 : i64}, layout.group = {name = "exp_add", number = 0 : i64}}
// CHECK-NEXT: %4 = "onnx.Exp"(%3) {layout.arena = {offset = [[C]] : i64, size = 256 : i64}, layout.inplace = array<i64: 0>}
// CHECK-NEXT: %5 = "my.conv"(%4) : (
func.func @f(%x: tensor<64xf32, #v>) -> tensor<64xf32, #v> {
  %0 = "my.conv"(%x) : (tensor<64xf32, #v>) -> tensor<64xf32, #v>
  %1 = "onnx.Exp"(%0) {layout.group = {name = "exp_add", number = 0 : i64}} : (tensor<64xf32, #v>) -> tensor<64xf32, #v>
  %2 = "my.conv"(%x) : (tensor<64xf32, #v>) -> tensor<64xf32, #v>
  %3 = "onnx.Add"(%1, %2) {layout.group = {name = "exp_add", number = 0 : i64}} : (tensor<64xf32, #v>, tensor<64xf32, #v>) -> tensor<64xf32, #v>
  %4 = "onnx.Exp"(%3) : (tensor<64xf32, #v>) -> tensor<64xf32, #v>
  %5 = "my.conv"(%4) : (tensor<64xf32, #v>) -> tensor<64xf32, #v>
  return %5 : tensor<64xf32, #v>
}
