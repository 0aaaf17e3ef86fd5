// RUN: layoutc explain %s --of=@f:%%0 --target=npu --passes=assign-layouts | FileCheck %s --check-prefix=INNER
// RUN: layoutc explain %s --of=@f:%%1 --target=npu --passes=assign-layouts | FileCheck %s --check-prefix=RESULT

// A value inside of a group has no layout, and its result has that of the rule of the group.
layout.target @npu {
  layout.group "conv_relu" kind = convolution [#layout.pattern<(x, w) {y = convolution(x, w, ...), "onnx.Relu"(y)}>]
  layout.rule "conv_relu" [#layout.choice<(NHWC, OYXI, any...) -> NHWC>]
}
func.func @f(%x: tensor<1x16x4x4xf16>, %w: tensor<16x16x1x1xf16>) {
  // INNER: `assign-layouts` kept its type: it is inside of a group of ops, and has no layout of its own
  // INNER: the target's rule for the group "conv_relu" of 2 ops requires `(NHWC, OYXI, any...) -> NHWC`
  %0 = "onnx.Conv"(%x, %w) : (tensor<1x16x4x4xf16>, tensor<16x16x1x1xf16>) -> tensor<1x16x4x4xf16>
  // RESULT: `assign-layouts` assigned NHWC
  // RESULT: the target's rule for the group "conv_relu" of 2 ops requires `(NHWC, OYXI, any...) -> NHWC`
  %1 = "onnx.Relu"(%0) : (tensor<1x16x4x4xf16>) -> tensor<1x16x4x4xf16>
  return
}
