// RUN: layoutc %s --passes=assign-layouts --target=npu --stats 2>&1 | FileCheck %s
// RUN: layoutc %s --passes=assign-layouts --target=npu | layoutc --passes=optimize-reorders --target=npu --emit=none

// The layouts cost least for all 512 x 512 values of the symbols: a convolution of rows costs more than the reorders to and
// from its layout at the greatest values.

// CHECK: remark[L0407]: for all values of the symbols these layouts cost least: `s0*s1*224+1` bytes read and written; the statistics are those at s0 = 512, s1 = 4096
// CHECK: 2 assign-layouts (1): reorders
#NHWC = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>
#w = affine_set<()[s0, s1] : (512 - s0 >= 0, 4096 - s1 >= 0, s1 mod 8 == 0)>
#in = affine_map<()[s0, s1] -> (s0, 3, s1, 8)>
#out = affine_map<()[s0, s1] -> (s0, 4, s1, 8)>
layout.target @npu {} {
  layout.rule "onnx.Conv" [#layout.choice<(NHWC, any, any) -> NHWC, cost = 1>, #layout.choice<(NCHW, any, any) -> NCHW, cost = 999999999>]
  layout.rule "onnx.Relu" [#layout.choice<same>]
}
func.func @f(%x: tensor<?x3x?x8xf16, {lengths = #in, where = #w}>, %w: tensor<4x3x1x1xf16>, %b: tensor<4xf16>) -> tensor<?x4x?x8xf16, {lengths = #out, where = #w}> {
  %0 = "onnx.Conv"(%x, %w, %b) : (tensor<?x3x?x8xf16, {lengths = #in, where = #w}>, tensor<4x3x1x1xf16>, tensor<4xf16>) -> tensor<?x4x?x8xf16, {lengths = #out, where = #w}>
  %1 = "onnx.Relu"(%0) : (tensor<?x4x?x8xf16, {lengths = #out, where = #w}>) -> tensor<?x4x?x8xf16, {lengths = #out, where = #w}>
  return %1 : tensor<?x4x?x8xf16, {lengths = #out, where = #w}>
}
