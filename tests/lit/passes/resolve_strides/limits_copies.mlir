// RUN: layoutc %s "--passes=resolve-strides{copies=insert}" --target=packed --emit=none --verify-diagnostics
// RUN: layoutc %s "--passes=resolve-strides{copies=insert}" --target=rules | FileCheck %s

// A target without limits and features has none, so the halves share memory with strides that leave gaps.
// CHECK: "onnx.Split"(%0)
// CHECK-SAME: (tensor<1x16x8x8xf16, {order = #NHWC, strides = [2048, 1, 256, 32]}>, tensor<1x16x8x8xf16, {offset = 16 : i64, order = #NHWC, strides = [2048, 1, 256, 32]}>)
// CHECK-NOT: layout.reorder

layout.target @rules {}
// expected-note @below {{target `@packed` lacks `tensorNonPacked`, so strides of `%1#0` must be packed}}
// expected-note @below {{target `@packed` lacks `tensorNonPacked`, so strides of `%1#0` must be packed}}
layout.target @packed {features = {tensorNonPacked = false}}
func.func @f(%x: tensor<1x8x8x8xf16, {order = #layout.order<NHWC>}>) -> tensor<1x16x8x8xf16> {
  %0 = "nn.conv"(%x) : (tensor<1x8x8x8xf16, {order = #layout.order<NHWC>}>) -> tensor<1x32x8x8xf16, {order = #layout.order<NHWC>}>
  // expected-remark @below {{a limit of the target forces a copy for `onnx.Split`, which reads and writes 4096 bytes}}
  // expected-remark @below {{a limit of the target forces a copy for `onnx.Split`, which reads and writes 8192 bytes}}
  %1:2 = "onnx.Split"(%0) {axis = 1 : si64} : (tensor<1x32x8x8xf16, {order = #layout.order<NHWC>}>) -> (tensor<1x16x8x8xf16, {order = #layout.order<NHWC>}>, tensor<1x16x8x8xf16, {order = #layout.order<NHWC>}>)
  %3 = "nn.conv"(%1#1) : (tensor<1x16x8x8xf16, {order = #layout.order<NHWC>}>) -> tensor<1x16x8x8xf16>
  return %3 : tensor<1x16x8x8xf16>
}
