// RUN: layoutc %s --passes=assign-layouts --target=npu | FileCheck %s
// RUN: layoutc %s --passes=assign-layouts --target=npu | layoutc - --passes=assign-layouts --target=npu | FileCheck %s
// RUN: layoutc %s --passes=assign-layouts --target=npu --stats --emit=none 2>&1 | FileCheck %s --check-prefix=STATS
// RUN: layoutc explain %s --target=npu --of @reads:%%0 | FileCheck %s --check-prefix=EXPLAIN

#NHWC = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>

layout.target @npu {
  layout.rule kind = convolution [#layout.choice<(NHWC, any...) -> NHWC, fuses = [0: NCHW cost = 5]>]
}

// A choice states in which other layouts its op can use a value, and what its conversion costs then. Such a value has no
// reorder: its type is the layout before the conversion of an operand, and that after the conversion of a result.
// STATS: 1161  assign-layouts (1): cost (bytes)
// STATS-NEXT: 1161  assign-layouts (1): lower bound (bytes)
// STATS: 1024  assign-layouts (1): bytes that reorders read and write
// STATS: 5  assign-layouts (1): fused conversions
// STATS-NEXT: 137  assign-layouts (1): cost of fused conversions (bytes)

// A reorder reads and writes 512 bytes, and the fused conversion costs 100.
// CHECK-LABEL: func.func @reads(
// CHECK-SAME: %[[X:.*]]: tensor<1x8x4x4xf16>)
// CHECK-NOT: layout.reorder
// CHECK: "nn.conv"(%[[X]])
// CHECK-SAME: (tensor<1x8x4x4xf16>) -> tensor<1x8x4x4xf16, {order = #NHWC}>
// EXPLAIN: requires `(NHWC) -> NHWC, fuses = [0: NCHW cost = 100]`, and itself converts operand 0 at a cost of 100 bytes
func.func @reads(%x: tensor<1x8x4x4xf16>) -> tensor<1x8x4x4xf16, {order = #NHWC}> {
  %0 = "nn.conv"(%x) {layout.choices = [#layout.choice<(NHWC) -> NHWC, fuses = [0: NCHW cost = 100]>]} : (tensor<1x8x4x4xf16>) -> tensor<1x8x4x4xf16, {order = #NHWC}>
  return %0 : tensor<1x8x4x4xf16, {order = #NHWC}>
}

// Two ops that both convert the value cost 32; one conversion costs nothing by itself.
// CHECK-LABEL: func.func @reads_twice(
// CHECK-NOT: layout.reorder
// CHECK: "nn.conv"(%{{.*}}) {{.*}} : (tensor<1x8x4x4xf16>)
// CHECK: "nn.conv"(%{{.*}}) {{.*}} : (tensor<1x8x4x4xf16>)
func.func @reads_twice(%x: tensor<1x8x4x4xf16>) {
  %0 = "nn.conv"(%x) {layout.choices = [#layout.choice<(NHWC) -> NHWC, fuses = [0: NCHW cost = bytes(0) / 8]>]} : (tensor<1x8x4x4xf16>) -> tensor<1x8x4x4xf16>
  %1 = "nn.conv"(%x) {layout.choices = [#layout.choice<(NHWC) -> NHWC, fuses = [0: NCHW]>]} : (tensor<1x8x4x4xf16>) -> tensor<1x8x4x4xf16>
  return
}

// One reorder for both ops costs 512, and two fused conversions 600.
// CHECK-LABEL: func.func @shares(
// CHECK-COUNT-1: layout.reorder
// CHECK-NOT: layout.reorder
func.func @shares(%x: tensor<1x8x4x4xf16>) {
  %0 = "nn.conv"(%x) {layout.choices = [#layout.choice<(NHWC) -> NHWC, fuses = [0: NCHW cost = 300]>]} : (tensor<1x8x4x4xf16>) -> tensor<1x8x4x4xf16>
  %1 = "nn.conv"(%x) {layout.choices = [#layout.choice<(NHWC) -> NHWC, fuses = [0: NCHW cost = 300]>]} : (tensor<1x8x4x4xf16>) -> tensor<1x8x4x4xf16>
  return
}

// The op writes its result in the layout of the signature. The reorder for the other use remains.
// CHECK-LABEL: func.func @writes(
// CHECK: %[[Y:.*]] = "nn.conv"
// CHECK-SAME: -> tensor<1x8x4x4xf16>
// CHECK: %[[Z:.*]] = layout.reorder %[[Y]]
// CHECK: "nn.use"(%[[Z]])
// CHECK: return %[[Y]]
func.func @writes(%x: tensor<1x8x4x4xf16, {order = #NHWC}>) -> tensor<1x8x4x4xf16> {
  %0 = "nn.conv"(%x) {layout.choices = [#layout.choice<(NHWC) -> NHWC, fuses = [result 0: NCHW]>]} : (tensor<1x8x4x4xf16, {order = #NHWC}>) -> tensor<1x8x4x4xf16>
  "nn.use"(%0) {layout.choices = [#layout.choice<(NWCH) -> ()>]} : (tensor<1x8x4x4xf16>) -> ()
  return %0 : tensor<1x8x4x4xf16>
}

// In a rule for a kind, an order names the letters of a role: the dims of a TOSA image are N, H, W and C.
// CHECK-LABEL: func.func @kinds(
// CHECK-NOT: layout.reorder
// CHECK: tosa.conv2d
func.func @kinds(%x: tensor<1x4x4x8xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d3, d1, d2)>}>, %w: tensor<8x1x1x8xf16>, %b: tensor<8xf16>) -> tensor<1x4x4x8xf16> {
  %0 = "tosa.conv2d"(%x, %w, %b) {dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x4x4x8xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d3, d1, d2)>}>, tensor<8x1x1x8xf16>, tensor<8xf16>) -> tensor<1x4x4x8xf16>
  return %0 : tensor<1x4x4x8xf16>
}
