// RUN: layoutc %s --target=npu --passes=plan-memory | FileCheck %s
// RUN: layoutc %s --target=npu --passes=plan-memory,plan-memory | FileCheck %s
// RUN: layoutc %s --target=npu --passes=plan-memory | layoutc --emit=generic | FileCheck %s --check-prefix=GENERIC
// RUN: layoutc %s --target=npu --passes=plan-memory --stats --emit=none 2>&1 | FileCheck %s --check-prefix=STATS

// GENERIC: layout.arena = {offset = 0 : i64, size = 256 : i64}
// STATS: plan-memory (1): results in place
// STATS: plan-memory (1): arena (bytes)
// STATS: plan-memory (1): lower bound (bytes)
// STATS: 0  plan-memory (1): gap (bytes)

#v = {strides = [1]}

// CHECK: layout.rule "my.relu" [#layout.choice<same>] inplace = [0]
layout.target @npu {
  layout.rule "my.relu" [#layout.choice<same>] inplace = [0]
  layout.rule kind = elementwise [#layout.choice<same>] inplace = [0, 1]
}

// The caller owns the argument and the result. The activation is in place, so that two buffers alternate.
// CHECK: func.func @chain(%x: tensor<64xf32, #v>) -> tensor<64xf32, #v> attributes {layout.arena_alignment = 4 : i64, layout.arena_size = 512 : i64}
// CHECK-NEXT: %0 = "my.conv"(%x) {layout.arena = {offset = 0 : i64, size = 256 : i64}}
// CHECK-NEXT: %1 = "my.relu"(%0) {layout.arena = {offset = 0 : i64, size = 256 : i64}, layout.inplace = array<i64: 0>}
// CHECK-NEXT: %2 = "my.conv"(%1) {layout.arena = {offset = 256 : i64, size = 256 : i64}}
// CHECK-NEXT: %3 = "my.conv"(%2) {layout.arena = {offset = 0 : i64, size = 256 : i64}}
// CHECK-NEXT: %4 = "my.conv"(%3) : (
func.func @chain(%x: tensor<64xf32, #v>) -> tensor<64xf32, #v> {
  %0 = "my.conv"(%x) : (tensor<64xf32, #v>) -> tensor<64xf32, #v>
  %1 = "my.relu"(%0) : (tensor<64xf32, #v>) -> tensor<64xf32, #v>
  %2 = "my.conv"(%1) : (tensor<64xf32, #v>) -> tensor<64xf32, #v>
  %3 = "my.conv"(%2) : (tensor<64xf32, #v>) -> tensor<64xf32, #v>
  %4 = "my.conv"(%3) : (tensor<64xf32, #v>) -> tensor<64xf32, #v>
  return %4 : tensor<64xf32, #v>
}

// An operand that is used later is not overwritten. A binary op overwrites the operand that it uses last.
// CHECK: func.func @later
// CHECK-NEXT: %0 = "my.make"() {layout.arena = {offset = [[A:[0-9]+]] : i64, size = 256 : i64}}
// CHECK-NEXT: %1 = "my.relu"(%0) {layout.arena = {offset = [[B:[0-9]+]] : i64, size = 256 : i64}}
// CHECK-NEXT: %2 = "onnx.Add"(%0, %1) {layout.arena = {offset = [[A]] : i64, size = 256 : i64}, layout.inplace = array<i64: 0>}
// CHECK-NEXT: %3 = "onnx.Mul"(%1, %2) {layout.arena = {offset = [[B]] : i64, size = 256 : i64}, layout.inplace = array<i64: 0>}
func.func @later() {
  %0 = "my.make"() : () -> tensor<64xf32, #v>
  %1 = "my.relu"(%0) : (tensor<64xf32, #v>) -> tensor<64xf32, #v>
  %2 = "onnx.Add"(%0, %1) : (tensor<64xf32, #v>, tensor<64xf32, #v>) -> tensor<64xf32, #v>
  %3 = "onnx.Mul"(%1, %2) : (tensor<64xf32, #v>, tensor<64xf32, #v>) -> tensor<64xf32, #v>
  "my.use"(%3) : (tensor<64xf32, #v>) -> ()
  return
}

// The parts of a concat are in its buffer, which is live from the first part to the last use.
// CHECK: func.func @concat() attributes {layout.arena_alignment = 64 : i64, layout.arena_size = 576 : i64}
// CHECK-NEXT: %0 = "my.make"() {layout.arena = {offset = 0 : i64, size = 512 : i64}}
// CHECK-NEXT: %1 = "my.make"() {layout.arena = {offset = 512 : i64, size = 64 : i64}, layout.reqs
// CHECK-NEXT: %2 = "my.conv"(%1) {layout.arena = {offset = 0 : i64, size = 512 : i64}}
// CHECK-NEXT: %3 = "onnx.Concat"(%0, %2) {axis = 0 : si64, layout.arena = {offset = 0 : i64, size = 512 : i64}}
func.func @concat() {
  %0 = "my.make"() : () -> tensor<4x16xf32, {strides = [16, 1]}>
  %1 = "my.make"() {layout.reqs = [#layout.reqs<m0: aligned<64 bytes>>]} : () -> tensor<1x16xf32, {strides = [16, 1]}>
  %2 = "my.conv"(%1) : (tensor<1x16xf32, {strides = [16, 1]}>) -> tensor<4x16xf32, {strides = [16, 1], offset = 64}>
  %3 = "onnx.Concat"(%0, %2) {axis = 0 : si64} : (tensor<4x16xf32, {strides = [16, 1]}>, tensor<4x16xf32, {strides = [16, 1], offset = 64}>) -> tensor<8x16xf32, {strides = [16, 1]}>
  "my.use"(%3) : (tensor<8x16xf32, {strides = [16, 1]}>) -> ()
  return
}

// A value that a loop uses is live to the end of the loop, and so are the loop's argument and result. The list has the
// result, the number of the iteration and the argument.
// CHECK: func.func @loop{{.*}} attributes {layout.arena_alignment = 4 : i64, layout.arena_size = 1280 : i64}
// CHECK: %0 = "my.make"() {layout.arena = {offset = [[INIT:[0-9]+]] : i64, size = 256 : i64}}
// CHECK-NEXT: %1 = "my.make"() {layout.arena = {offset = [[OUTER:[0-9]+]] : i64, size = 256 : i64}}
// CHECK: "my.two"(%1, %arg) {layout.arena = {offset = {{[0-9]+}} : i64, size = 256 : i64}}
// CHECK: {layout.arena = [{offset = {{[0-9]+}} : i64, size = 256 : i64}, unit, {offset = {{[0-9]+}} : i64, size = 256 : i64}]}
func.func @loop(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = "my.make"() : () -> tensor<64xf32, #v>
  %1 = "my.make"() : () -> tensor<64xf32, #v>
  %2 = scf.for %i = %c0 to %n step %c1 iter_args(%arg = %0) -> (tensor<64xf32, #v>) {
    %3 = "my.two"(%1, %arg) : (tensor<64xf32, #v>, tensor<64xf32, #v>) -> tensor<64xf32, #v>
    scf.yield %3 : tensor<64xf32, #v>
  }
  "my.use"(%2) : (tensor<64xf32, #v>) -> ()
  return
}

// Constants and what is computed from them, and views of arguments are not in the arena.
// CHECK: func.func @owners{{.*}} attributes {layout.arena_alignment = 1 : i64, layout.arena_size = 0 : i64}
// CHECK-NOT: layout.arena =
// CHECK: return
func.func @owners(%x: tensor<4x16xf32, {strides = [16, 1]}>, %w: tensor<64xf32, #v> {layout.constant}) -> tensor<64xf32, #v> {
  %0 = "onnx.Relu"(%w) : (tensor<64xf32, #v>) -> tensor<64xf32, #v>
  %1 = "onnx.Constant"() {value = dense<[64]> : tensor<1xi64>} : () -> tensor<1xi64>
  %2 = "onnx.Reshape"(%x, %1) : (tensor<4x16xf32, {strides = [16, 1]}>, tensor<1xi64>) -> tensor<64xf32, #v>
  %3 = "my.two"(%0, %2) : (tensor<64xf32, #v>, tensor<64xf32, #v>) -> tensor<64xf32, #v>
  return %3 : tensor<64xf32, #v>
}

// A destination is overwritten, unless the op also reads it as another operand.
// CHECK: func.func @destinations() attributes {layout.arena_alignment = 4 : i64, layout.arena_size = 512 : i64}
// CHECK-NEXT: %0 = "my.make"() {layout.arena = {offset = [[A:[0-9]+]] : i64, size = 256 : i64}}
// CHECK-NEXT: %1 = "my.make"() {layout.arena = {offset = [[B:[0-9]+]] : i64, size = 256 : i64}}
// CHECK-NEXT: %2 = "linalg.matmul"(%0, %0, %1) {layout.arena = {offset = [[B]] : i64, size = 256 : i64}, layout.inplace = array<i64: 2>}
// CHECK-NEXT: %3 = "linalg.matmul"(%2, %2, %2) {layout.arena = {offset = [[A]] : i64, size = 256 : i64}}
func.func @destinations() {
  %0 = "my.make"() : () -> tensor<8x8xf32, {strides = [8, 1]}>
  %1 = "my.make"() : () -> tensor<8x8xf32, {strides = [8, 1]}>
  %2 = "linalg.matmul"(%0, %0, %1) : (tensor<8x8xf32, {strides = [8, 1]}>, tensor<8x8xf32, {strides = [8, 1]}>, tensor<8x8xf32, {strides = [8, 1]}>) -> tensor<8x8xf32, {strides = [8, 1]}>
  %3 = "linalg.matmul"(%2, %2, %2) : (tensor<8x8xf32, {strides = [8, 1]}>, tensor<8x8xf32, {strides = [8, 1]}>, tensor<8x8xf32, {strides = [8, 1]}>) -> tensor<8x8xf32, {strides = [8, 1]}>
  "my.use"(%3) : (tensor<8x8xf32, {strides = [8, 1]}>) -> ()
  return
}

// A function without tensors has no arena.
// CHECK: func.func @scalar(%a: i32) {
func.func @scalar(%a: i32) {
  return
}
