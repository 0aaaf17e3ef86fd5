// Values of functions, whose strides follow from the requirements of their types and their users.
#NHWC = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>

func.func @main(%image: tensor<1x3x8x8xf16, {order = #NHWC, reqs = #layout.reqs<m2: aligned<8 bytes>>}>,
                %weights: tensor<4x3x3x3xf16>) -> tensor<1x4x8x8xf16> {
  %0 = "npu.conv"(%image, %weights) {layout.reqs = [unit, unit, #layout.reqs<m1: aligned<128 bytes>>]}
    : (tensor<1x3x8x8xf16, {order = #NHWC, reqs = #layout.reqs<m2: aligned<8 bytes>>}>, tensor<4x3x3x3xf16>)
    -> tensor<1x4x8x8xf16, {order = #NHWC}>
  %rows = layout.reorder %0 : tensor<1x4x8x8xf16, {order = #NHWC}> -> tensor<1x4x8x8xf16>
  return %rows : tensor<1x4x8x8xf16>
}
func.func private @declared(tensor<3x5xi8>)
func.func @second(%image: tensor<2x9xui8, {reqs = #layout.reqs<m0: aligned<12 bytes>>}>) {
  return
}
