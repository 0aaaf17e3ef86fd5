// With bandwidths, the cost is a time. The least common multiple of 64 and 32 bytes per tick is 64 time units per tick,
// so that a byte read costs 1 and a byte written 2.
// RUN: layoutc %s --passes=assign-layouts --target=timed --stats --emit=none 2>&1 | FileCheck %s --check-prefix=TIMED
// RUN: layoutc %s --passes=assign-layouts --target=timed | FileCheck %s
// RUN: layoutc %s --passes=assign-layouts --target=plain --stats --emit=none 2>&1 | FileCheck %s --check-prefix=PLAIN
// RUN: layoutc %s | FileCheck %s --check-prefix=PRINTED

// A reorder of 256 bytes costs 768 time units. @op: 10 x 64. @loop: 2 x 8 x 64 + 2 x 768. @once: 13 x 64.
// @unknown: 2 x 16 x 64 + 2 x 768. @moves: 2 x 768.
// TIMED: {{ }}9152 assign-layouts (1): cost (time units)
// TIMED: {{ }}9152 assign-layouts (1): lower bound (time units)
// TIMED: {{ }}0 assign-layouts (1): gap (time units)
// @op: 10. @loop, @once, @unknown: 13 each. @moves: 512.
// PLAIN: {{ }}561 assign-layouts (1): cost (bytes)
// PRINTED: layout.target @timed {bandwidth = {read = 64 : i64, write = 32 : i64}}

layout.target @timed {bandwidth = {read = 64 : i64, write = 32 : i64}} {
  layout.rule "nn.either" [#layout.choice<(NHWC) -> NHWC>, #layout.choice<(NHWC) -> NCHW>]
  layout.rule "nn.op" [#layout.choice<(NHWC) -> NHWC>, #layout.choice<(NCHW) -> NCHW, cost = 10>]
  layout.rule "nn.twice" [#layout.choice<(NHWC) -> NHWC, cost = 2>, #layout.choice<(NCHW) -> NCHW, cost = 13>]
}
layout.target @plain {
  layout.rule "nn.either" [#layout.choice<(NHWC) -> NHWC>, #layout.choice<(NHWC) -> NCHW>]
  layout.rule "nn.op" [#layout.choice<(NHWC) -> NHWC>, #layout.choice<(NCHW) -> NCHW, cost = 10>]
  layout.rule "nn.twice" [#layout.choice<(NHWC) -> NHWC, cost = 2>, #layout.choice<(NCHW) -> NCHW, cost = 13>]
}

// Two reorders cost 1536 units, the choice 640.
// CHECK-LABEL: func.func @op
// CHECK-NOT: layout.reorder
// CHECK: return
func.func @op(%x: tensor<1x8x4x4xf16>) -> tensor<1x8x4x4xf16> {
  %0 = "nn.op"(%x) : (tensor<1x8x4x4xf16>) -> tensor<1x8x4x4xf16>
  return %0 : tensor<1x8x4x4xf16>
}

// In 8 iterations, the row-major choice costs 88 ticks more than the other one, and two reorders outside cost 24.
// CHECK-LABEL: func.func @loop
// CHECK: layout.reorder %x
// CHECK: scf.for
// CHECK-NOT: layout.reorder
// CHECK: }
// CHECK: layout.reorder
func.func @loop(%x: tensor<1x8x4x4xf16>) -> tensor<1x8x4x4xf16> {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c15 = arith.constant 15 : index
  %0 = scf.for %i = %c0 to %c15 step %c2 iter_args(%a = %x) -> (tensor<1x8x4x4xf16>) {
    %1 = "nn.twice"(%a) : (tensor<1x8x4x4xf16>) -> tensor<1x8x4x4xf16>
    scf.yield %1 : tensor<1x8x4x4xf16>
  }
  return %0 : tensor<1x8x4x4xf16>
}

// One iteration: 13 ticks are less than 26.
// CHECK-LABEL: func.func @once
// CHECK-NOT: layout.reorder
// CHECK: return
func.func @once(%x: tensor<1x8x4x4xf16>) -> tensor<1x8x4x4xf16> {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %0 = scf.for %i = %c0 to %c2 step %c2 iter_args(%a = %x) -> (tensor<1x8x4x4xf16>) {
    %1 = "nn.twice"(%a) : (tensor<1x8x4x4xf16>) -> tensor<1x8x4x4xf16>
    scf.yield %1 : tensor<1x8x4x4xf16>
  }
  return %0 : tensor<1x8x4x4xf16>
}

// An unknown number of iterations counts as 16.
// CHECK-LABEL: func.func @unknown
// CHECK: layout.reorder %x
// CHECK: scf.for
func.func @unknown(%x: tensor<1x8x4x4xf16>, %n: index) -> tensor<1x8x4x4xf16> {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %0 = scf.for %i = %c0 to %n step %c2 iter_args(%a = %x) -> (tensor<1x8x4x4xf16>) {
    %1 = "nn.twice"(%a) : (tensor<1x8x4x4xf16>) -> tensor<1x8x4x4xf16>
    scf.yield %1 : tensor<1x8x4x4xf16>
  }
  return %0 : tensor<1x8x4x4xf16>
}

// One reorder in the loop moves fewer bytes than two outside, but is executed 8 times.
// CHECK-LABEL: func.func @moves
// CHECK: layout.reorder %x
// CHECK: scf.for
// CHECK-NOT: layout.reorder
// CHECK: scf.yield
// CHECK: layout.reorder
func.func @moves(%x: tensor<1x8x4x4xf16>) -> tensor<1x8x4x4xf16> {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c15 = arith.constant 15 : index
  %0 = scf.for %i = %c0 to %c15 step %c2 iter_args(%a = %x) -> (tensor<1x8x4x4xf16>) {
    %1 = "nn.either"(%a) : (tensor<1x8x4x4xf16>) -> tensor<1x8x4x4xf16>
    scf.yield %1 : tensor<1x8x4x4xf16>
  }
  return %0 : tensor<1x8x4x4xf16>
}
