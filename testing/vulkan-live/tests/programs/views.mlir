// Tensors that share a buffer have its strides, and start inside it.
#NHWC = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>

func.func @slices(%x: tensor<2x32x4x6xf16, {order = #NHWC, reqs = #layout.reqs<m1: aligned<512 bytes>>}>) {
  %low = "tensor.extract_slice"(%x) {static_offsets = array<i64: 0, 0, 0, 0>, static_sizes = array<i64: 2, 16, 4, 6>, static_strides = array<i64: 1, 1, 1, 1>, operandSegmentSizes = array<i32: 1, 0, 0, 0>}
    : (tensor<2x32x4x6xf16, {order = #NHWC, reqs = #layout.reqs<m1: aligned<512 bytes>>}>) -> tensor<2x16x4x6xf16, {order = #NHWC}>
  %high = "tensor.extract_slice"(%x) {static_offsets = array<i64: 0, 16, 2, 0>, static_sizes = array<i64: 2, 16, 2, 6>, static_strides = array<i64: 1, 1, 1, 1>, operandSegmentSizes = array<i32: 1, 0, 0, 0>}
    : (tensor<2x32x4x6xf16, {order = #NHWC, reqs = #layout.reqs<m1: aligned<512 bytes>>}>) -> tensor<2x16x2x6xf16, {order = #NHWC}>
  "npu.use"(%low, %high) : (tensor<2x16x4x6xf16, {order = #NHWC}>, tensor<2x16x2x6xf16, {order = #NHWC}>) -> ()
  return
}
func.func @concat() {
  %a = "npu.make"() : () -> tensor<1x16x4x6xf16, {order = #NHWC}>
  %b = "npu.make"() : () -> tensor<1x32x4x6xf16, {order = #NHWC}>
  %c = "onnx.Concat"(%a, %b) {axis = 1 : si64} : (tensor<1x16x4x6xf16, {order = #NHWC}>, tensor<1x32x4x6xf16, {order = #NHWC}>) -> tensor<1x48x4x6xf16, {order = #NHWC}>
  "npu.use"(%c) {layout.reqs = [#layout.reqs<m1: aligned<1024 bytes>>]} : (tensor<1x48x4x6xf16, {order = #NHWC}>) -> ()
  return
}
func.func @transpose() {
  %a = "npu.make"() : () -> tensor<4x6x8xf32, {reqs = #layout.reqs<m1: aligned<64 bytes>>}>
  %b = "onnx.Transpose"(%a) {perm = [2, 0, 1]} : (tensor<4x6x8xf32, {reqs = #layout.reqs<m1: aligned<64 bytes>>}>) -> tensor<8x4x6xf32, {order = #layout.order<HWC>}>
  "npu.use"(%b) {layout.reqs = [#layout.reqs<m0: aligned<1000 bytes>>]} : (tensor<8x4x6xf32, {order = #layout.order<HWC>}>) -> ()
  return
}
