// Elementwise ops of one operand.
func.func @unary(%x: tensor<4x4xf32>, %i: tensor<4xi32>, %b: tensor<4xi1>, %t: tensor<513xi16>, %s: tensor<4xi16>) {
  %0 = tosa.abs %x : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = tosa.bitwise_not %i : (tensor<4xi32>) -> tensor<4xi32>
  %2 = tosa.cast %x {note = "kept"} : (tensor<4x4xf32>) -> tensor<4x4xi32>
  %3 = tosa.ceil %x : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %4 = tosa.clamp %x {max_fp = 1.0 : f32, max_int = 1 : i64, min_fp = 0.0 : f32, min_int = 0 : i64} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %5 = tosa.clz %i : (tensor<4xi32>) -> tensor<4xi32>
  %6 = tosa.cos %x : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %7 = tosa.erf %x : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %8 = tosa.exp %x : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %9 = tosa.floor %x : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %10 = tosa.identity %x : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %11 = tosa.log %x : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %12 = tosa.logical_not %b : (tensor<4xi1>) -> tensor<4xi1>
  %13 = tosa.negate %x : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %14 = tosa.reciprocal %x : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %15 = tosa.rsqrt %x : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %16 = tosa.sigmoid %x : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %17 = tosa.sin %x : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %18 = tosa.tanh %x : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %19 = tosa.table %s, %t : (tensor<4xi16>, tensor<513xi16>) -> tensor<4xi32>
  return
}
// -----
// Elementwise ops of two and three operands.
func.func @binary(%x: tensor<4xf32>, %i: tensor<4xi32>, %b: tensor<4xi1>, %s: tensor<4xi8>) {
  %0 = tosa.add %x, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %1 = tosa.arithmetic_right_shift %i, %i {round = false} : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  %2 = tosa.bitwise_and %i, %i : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  %3 = tosa.bitwise_or %i, %i : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  %4 = tosa.bitwise_xor %i, %i : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  %5 = tosa.equal %x, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %6 = tosa.greater %x, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %7 = tosa.greater_equal %x, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %8 = tosa.int_div %i, %i : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  %9 = tosa.logical_and %b, %b : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
  %10 = tosa.logical_left_shift %i, %i : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  %11 = tosa.logical_or %b, %b : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
  %12 = tosa.logical_right_shift %i, %i : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  %13 = tosa.logical_xor %b, %b : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
  %14 = tosa.maximum %x, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %15 = tosa.minimum %x, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %16 = tosa.mul %x, %x {shift = 0 : i8} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %17 = tosa.pow %x, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %18 = tosa.sub %x, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %19 = tosa.select %b, %x, %x : (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %20 = tosa.apply_scale %i, %i, %s {double_round = true} : (tensor<4xi32>, tensor<4xi32>, tensor<4xi8>) -> tensor<4xi32>
  return
}
// -----
// Reductions, windows and matrices.
func.func @windows(%x: tensor<1x8x8x4xf32>, %w: tensor<4x2x2x4xf32>, %bias: tensor<4xf32>, %v: tensor<1x4x4x4x2xf32>, %w3: tensor<4x2x2x2x2xf32>, %dw: tensor<2x2x4x1xf32>, %m: tensor<4x4xf32>, %a: tensor<1x4x4xf32>, %bools: tensor<4x4xi1>) {
  %0 = tosa.argmax %m {axis = 0 : i32} : (tensor<4x4xf32>) -> tensor<4xi32>
  %1 = tosa.avg_pool2d %x {acc_type = f32, kernel = array<i64: 2, 2>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 2, 2>} : (tensor<1x8x8x4xf32>) -> tensor<1x4x4x4xf32>
  %2 = tosa.conv2d %x, %w, %bias {dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x8x8x4xf32>, tensor<4x2x2x4xf32>, tensor<4xf32>) -> tensor<1x7x7x4xf32>
  %3 = tosa.conv3d %v, %w3, %bias {dilation = array<i64: 1, 1, 1>, pad = array<i64: 0, 0, 0, 0, 0, 0>, stride = array<i64: 1, 1, 1>} : (tensor<1x4x4x4x2xf32>, tensor<4x2x2x2x2xf32>, tensor<4xf32>) -> tensor<1x3x3x3x4xf32>
  %4 = tosa.depthwise_conv2d %x, %dw, %bias {dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x8x8x4xf32>, tensor<2x2x4x1xf32>, tensor<4xf32>) -> tensor<1x7x7x4xf32>
  %5:2 = tosa.fft2d %a, %a {inverse = false} : (tensor<1x4x4xf32>, tensor<1x4x4xf32>) -> (tensor<1x4x4xf32>, tensor<1x4x4xf32>)
  %6 = tosa.fully_connected %m, %m, %bias : (tensor<4x4xf32>, tensor<4x4xf32>, tensor<4xf32>) -> tensor<4x4xf32>
  %7 = tosa.matmul %a, %a : (tensor<1x4x4xf32>, tensor<1x4x4xf32>) -> tensor<1x4x4xf32>
  %8 = tosa.max_pool2d %x {kernel = array<i64: 2, 2>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 2, 2>} : (tensor<1x8x8x4xf32>) -> tensor<1x4x4x4xf32>
  %9 = tosa.reduce_all %bools {axis = 0 : i32} : (tensor<4x4xi1>) -> tensor<1x4xi1>
  %10 = tosa.reduce_any %bools {axis = 0 : i32} : (tensor<4x4xi1>) -> tensor<1x4xi1>
  %11 = tosa.reduce_max %m {axis = 0 : i32} : (tensor<4x4xf32>) -> tensor<1x4xf32>
  %12 = tosa.reduce_min %m {axis = 0 : i32} : (tensor<4x4xf32>) -> tensor<1x4xf32>
  %13 = tosa.reduce_prod %m {axis = 0 : i32} : (tensor<4x4xf32>) -> tensor<1x4xf32>
  %14 = tosa.reduce_sum %m {axis = 0 : i32} : (tensor<4x4xf32>) -> tensor<1x4xf32>
  %15, %16 = tosa.rfft2d %a : (tensor<1x4x4xf32>) -> (tensor<1x4x3xf32>, tensor<1x4x3xf32>)
  %17 = tosa.transpose_conv2d %x, %w, %bias {out_pad = array<i64: 0, 0, 0, 0>, out_shape = array<i64: 1, 9, 9, 4>, stride = array<i64: 1, 1>} : (tensor<1x8x8x4xf32>, tensor<4x2x2x4xf32>, tensor<4xf32>) -> tensor<1x9x9x4xf32>
  return
}
// -----
// Shapes, gathering, and the rest.
func.func @data(%m: tensor<4x4xf32>, %p: tensor<2x2xi32>, %perms: tensor<2xi32>, %v: tensor<1x4x4xf32>, %at: tensor<1x4xi32>, %img: tensor<1x4x4x1xi8>, %i: tensor<4xi32>) {
  %0 = tosa.concat %m, %m {axis = 0 : i32} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
  %1 = tosa.pad %m, %p : (tensor<4x4xf32>, tensor<2x2xi32>) -> tensor<?x?xf32>
  %2 = tosa.reshape %m {new_shape = array<i64: 2, 8>} : (tensor<4x4xf32>) -> tensor<2x8xf32>
  %3 = tosa.reverse %m {axis = 0 : i32} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %4 = tosa.slice %m {size = array<i64: 2, 2>, start = array<i64: 0, 1>} : (tensor<4x4xf32>) -> tensor<2x2xf32>
  %5 = tosa.tile %m {multiples = array<i64: 2, 1>} : (tensor<4x4xf32>) -> tensor<8x4xf32>
  %6 = tosa.transpose %m, %perms : (tensor<4x4xf32>, tensor<2xi32>) -> tensor<4x4xf32>
  %7 = tosa.gather %v, %at : (tensor<1x4x4xf32>, tensor<1x4xi32>) -> tensor<1x4x4xf32>
  %8 = tosa.scatter %v, %at, %v : (tensor<1x4x4xf32>, tensor<1x4xi32>, tensor<1x4x4xf32>) -> tensor<1x4x4xf32>
  %9 = tosa.resize %img {border = array<i64: 0, 0>, mode = "BILINEAR", offset = array<i64: 0, 0>, scale = array<i64: 4, 2, 4, 2>} : (tensor<1x4x4x1xi8>) -> tensor<1x8x8x1xi32>
  %10 = tosa.rescale %i {double_round = false, input_zp = 0 : i32, multiplier = array<i32: 1073741824>, output_zp = 0 : i32, per_channel = false, scale32 = true, shift = array<i8: 30>} : (tensor<4xi32>) -> tensor<4xi8>
  %11 = tosa.custom %m {domain_name = "d", implementation_attrs = "", operator_name = "o"} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}
// -----
// The terminator of regions that are in generic form.
func.func @yields(%c: tensor<i1>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "t.choose"(%c) ({
    tosa.yield %x : tensor<4xf32>
  }, {
    %1 = tosa.negate %x : (tensor<4xf32>) -> tensor<4xf32>
    tosa.yield %1, %x : tensor<4xf32>, tensor<4xf32>
  }) : (tensor<i1>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
// -----
// Variables, and a loop.
func.func @state(%c: tensor<i1>) {
  %0 = tosa.variable.read @stored {note} : tensor<2xi32>
  %1 = tosa.while_loop (%a = %0) : (tensor<2xi32>) -> tensor<2xi32> {
    tosa.yield %c : tensor<i1>
  } do {
  ^bb0(%b: tensor<2xi32>):
    tosa.yield %b : tensor<2xi32>
  } attributes {note = 1 : i64}
  tosa.variable.write @stored {note}, %1 : tensor<2xi32>
  return
}
