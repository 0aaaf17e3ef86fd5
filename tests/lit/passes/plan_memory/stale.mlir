// RUN: layoutc %s --passes=cse | FileCheck %s
// RUN: layoutc %s --passes=cse --emit=none 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: layoutc %s --passes=cse,plan-memory | FileCheck %s --check-prefix=AGAIN

// The buffer of `%0` ends where that of `%1` begins. After the two equal ops are one, it does not.
// REMARK: remark[L0408]: pass `cse` changed what the memory plan of the module depends on, so the plan is removed
// REMARK: run `plan-memory` after this pass
// CHECK-NOT: layout.arena
// CHECK: layout.inplace = array<i64: 0>
// CHECK-NOT: layout.arena
// AGAIN: layout.arena_size = 192 : i64
func.func @f(%x: tensor<16xf32>) attributes {layout.arena_alignment = 4 : i64, layout.arena_size = 128 : i64} {
  %0 = "onnx.Relu"(%x) {layout.arena = {offset = 0 : i64, size = 64 : i64}} : (tensor<16xf32>) -> tensor<16xf32, {strides = [1]}>
  %1 = "my.a"(%0) {layout.arena = {offset = 64 : i64, size = 64 : i64}} : (tensor<16xf32, {strides = [1]}>) -> tensor<16xf32, {strides = [1]}>
  %2 = "my.b"(%1) {layout.arena = {offset = 0 : i64, size = 64 : i64}} : (tensor<16xf32, {strides = [1]}>) -> tensor<16xf32, {strides = [1]}>
  %3 = "my.c"(%2) {layout.arena = {offset = 0 : i64, size = 64 : i64}, layout.inplace = array<i64: 0>} : (tensor<16xf32, {strides = [1]}>) -> tensor<16xf32, {strides = [1]}>
  "my.use"(%3) : (tensor<16xf32, {strides = [1]}>) -> ()
  %4 = "onnx.Relu"(%x) {layout.arena = {offset = 0 : i64, size = 64 : i64}} : (tensor<16xf32>) -> tensor<16xf32, {strides = [1]}>
  "my.use"(%4) : (tensor<16xf32, {strides = [1]}>) -> ()
  return
}
