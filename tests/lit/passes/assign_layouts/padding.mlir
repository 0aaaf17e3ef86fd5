// Reorders cost the bytes that they read and write with their padding.
// RUN: layoutc %s --passes=assign-layouts --target=ane --split-input-file --stats --emit=none 2>&1 | FileCheck %s
// RUN: layoutc %s --passes=assign-layouts,resolve-strides --target=ane --split-input-file --report=json --emit=none 2>&1 | FileCheck %s --check-prefix=MOVES

// The first function: two reorders of 24576 + 64 * 64 * 64 bytes cost more than 200000. The second function: one copy
// serves both uses, and has the padding of one of them, 24576 + 64 * 64 * 64 bytes.
// CHECK: 486720  assign-layouts (1): cost (bytes)
// CHECK: 486720  assign-layouts (1): lower bound (bytes)
// CHECK: 1  assign-layouts (1): reorders
// CHECK: 286720  assign-layouts (1): bytes that reorders read and write

// The report reads the strides of the resolved types, and finds the same bytes.
// MOVES: "kind":"copy","bytes":286720

layout.target @ane {
  layout.rule "nn.conv" [#layout.choice<(NHWC) -> NHWC, reqs = [#layout.reqs<m2: aligned<64 bytes>>, #layout.reqs<m2: aligned<64 bytes>>]>, #layout.choice<(NCHW) -> NCHW, cost = 200000>]
}
func.func @waste(%x: tensor<1x3x64x64xf16>) -> tensor<1x3x64x64xf16> {
  %0 = "nn.conv"(%x) : (tensor<1x3x64x64xf16>) -> tensor<1x3x64x64xf16>
  return %0 : tensor<1x3x64x64xf16>
}

// -----

layout.target @ane {
  layout.rule "nn.conv" [#layout.choice<(NHWC) -> NHWC, reqs = [#layout.reqs<m2: aligned<64 bytes>>, any]>]
  layout.rule "nn.pool" [#layout.choice<(NHWC) -> NHWC>]
}
func.func @shared(%x: tensor<1x3x64x64xf16>) -> (tensor<1x4x4x4xf16> {layout.any}, tensor<1x4x4x4xf16> {layout.any}) {
  %0 = "nn.conv"(%x) : (tensor<1x3x64x64xf16>) -> tensor<1x4x4x4xf16>
  %1 = "nn.pool"(%x) : (tensor<1x3x64x64xf16>) -> tensor<1x4x4x4xf16>
  return %0, %1 : tensor<1x4x4x4xf16>, tensor<1x4x4x4xf16>
}
