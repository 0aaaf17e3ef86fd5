// Three conversions of an image, one after the other, and one that moves no byte.
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
