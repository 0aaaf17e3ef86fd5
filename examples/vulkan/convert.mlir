// Three conversions of an image, one after the other, one that moves no byte, and one of a dynamic batch.
func.func @pack(%image: tensor<2x3x12x20xf16>) -> tensor<2x3x12x20xf16, {order = #layout.order<NCHW>, reqs = #layout.reqs<m2: aligned<64 bytes>>}> {
  %pixels = layout.reorder %image : tensor<2x3x12x20xf16> -> tensor<2x3x12x20xf16, {order = #layout.order<NHWC>}>
  %vectors = layout.reorder %pixels : tensor<2x3x12x20xf16, {order = #layout.order<NHWC>}> -> tensor<2x3x12x20xf16, {format = #layout.format<chw4>}>
  %rows = layout.reorder %vectors : tensor<2x3x12x20xf16, {format = #layout.format<chw4>}> -> tensor<2x3x12x20xf16, {order = #layout.order<NCHW>, reqs = #layout.reqs<m2: aligned<64 bytes>>}>
  return %rows : tensor<2x3x12x20xf16, {order = #layout.order<NCHW>, reqs = #layout.reqs<m2: aligned<64 bytes>>}>
}
func.func @rename(%features: tensor<1x32x5x7xf16, {order = #layout.order<NHWC>}>) -> tensor<1x32x5x7xf16, {format = #layout.format<hwc16>}> {
  %same = layout.reorder %features : tensor<1x32x5x7xf16, {order = #layout.order<NHWC>}> -> tensor<1x32x5x7xf16, {format = #layout.format<hwc16>}>
  return %same : tensor<1x32x5x7xf16, {format = #layout.format<hwc16>}>
}
// A batch of any length. The program pushes the length, and computes the number of workgroups from it.
func.func @batch(%input: tensor<?x3x8x8xf16>) -> tensor<?x3x8x8xf16, {order = #layout.order<NHWC>}> {
  %output = layout.reorder %input : tensor<?x3x8x8xf16> -> tensor<?x3x8x8xf16, {order = #layout.order<NHWC>}>
  return %output : tensor<?x3x8x8xf16, {order = #layout.order<NHWC>}>
}
