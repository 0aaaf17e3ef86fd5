// A convolution with a bias as a data graph. Input, weights and result have padded rows, and the weights are declared in
// another order than the one that the target needs.
module attributes {layout.target = @accelerator} {
  layout.target @accelerator {
    limits = {maxTensorDimensionCount = 6 : i64, maxTensorElements = 1000000 : i64, maxPerDimensionTensorElements = 1000000 : i64, maxTensorStride = 1000000 : i64, maxTensorSize = 1000000 : i64},
    features = {tensorNonPacked = true}
  } {
    layout.rule "onnx.Conv" [#layout.choice<(NHWC, OYXI, any) -> NHWC>]
  }
  func.func @convolve(
      %x: tensor<1x3x4x5xf32, {order = #layout.order<NHWC>, reqs = #layout.reqs<m1: aligned<64 bytes>>}>,
      %b: tensor<2xf32> {layout.constant})
      -> (tensor<1x2x3x4xf32, {order = #layout.order<NHWC>, reqs = #layout.reqs<m1: aligned<48 bytes>>}> {layout.vk_binding = array<i64: 0, 4>}) {
    %w = "onnx.Constant"() {
      layout.vk_constant = 7 : i32,
      value = dense<[[[[1.0, 2.0], [3.0, 4.0]], [[5.0, 6.0], [7.0, 8.0]], [[9.0, 10.0], [11.0, 12.0]]],
                     [[[-1.0, 0.5], [0.25, 2.0]], [[4.0, -8.0], [16.0, 0.125]], [[3.0, -3.0], [5.0, -5.0]]]]> : tensor<2x3x2x2xf32>
    } : () -> tensor<2x3x2x2xf32>
    %y = "onnx.Conv"(%x, %w, %b) {layout.reqs = [unit, #layout.reqs<m2: aligned<32 bytes>>, unit, unit]}
      : (tensor<1x3x4x5xf32, {order = #layout.order<NHWC>, reqs = #layout.reqs<m1: aligned<64 bytes>>}>, tensor<2x3x2x2xf32>, tensor<2xf32>)
      -> tensor<1x2x3x4xf32, {order = #layout.order<NHWC>, reqs = #layout.reqs<m1: aligned<48 bytes>>}>
    return %y : tensor<1x2x3x4xf32, {order = #layout.order<NHWC>, reqs = #layout.reqs<m1: aligned<48 bytes>>}>
  }
}
