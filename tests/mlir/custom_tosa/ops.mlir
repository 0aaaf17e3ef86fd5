// Every op of TOSA 1.0 and 1.1, as tosa-opt of LLVM 24 parses it. `slice_shape.mlir` has the one that it does not.
func.func @f(%a: tensor<2x3xf32>) {
  %0 = tosa.abs %a : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
func.func @f(%a: tensor<2x3xf32>) {
  %0 = tosa.ceil %a : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
func.func @f(%a: tensor<2x3xf32>) {
  %0 = tosa.cos %a : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
func.func @f(%a: tensor<2x3xf32>) {
  %0 = tosa.erf %a : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
func.func @f(%a: tensor<2x3xf32>) {
  %0 = tosa.exp %a : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
func.func @f(%a: tensor<2x3xf32>) {
  %0 = tosa.floor %a : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
func.func @f(%a: tensor<2x3xf32>) {
  %0 = tosa.identity %a : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
func.func @f(%a: tensor<2x3xf32>) {
  %0 = tosa.log %a : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
func.func @f(%a: tensor<2x3xf32>) {
  %0 = tosa.reciprocal %a : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
func.func @f(%a: tensor<2x3xf32>) {
  %0 = tosa.rsqrt %a : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
func.func @f(%a: tensor<2x3xf32>) {
  %0 = tosa.sigmoid %a : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
func.func @f(%a: tensor<2x3xf32>) {
  %0 = tosa.sin %a : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
func.func @f(%a: tensor<2x3xf32>) {
  %0 = tosa.tanh %a : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
func.func @f(%a: tensor<2x3xf32>, %b: tensor<2x3xf32>) {
  %0 = tosa.add %a, %b : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
func.func @f(%a: tensor<2x3xf32>, %b: tensor<2x3xf32>) {
  %0 = tosa.pow %a, %b : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
func.func @f(%a: tensor<2x3xf32>, %b: tensor<2x3xf32>) {
  %0 = tosa.sub %a, %b : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
func.func @f(%a: tensor<2x3xi32>, %b: tensor<2x3xi32>) {
  %0 = tosa.bitwise_and %a, %b : (tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<2x3xi32>
  return
}
// -----
func.func @f(%a: tensor<2x3xi32>, %b: tensor<2x3xi32>) {
  %0 = tosa.bitwise_or %a, %b : (tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<2x3xi32>
  return
}
// -----
func.func @f(%a: tensor<2x3xi32>, %b: tensor<2x3xi32>) {
  %0 = tosa.bitwise_xor %a, %b : (tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<2x3xi32>
  return
}
// -----
func.func @f(%a: tensor<2x3xi32>, %b: tensor<2x3xi32>) {
  %0 = tosa.intdiv %a, %b : (tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<2x3xi32>
  return
}
// -----
func.func @f(%a: tensor<2x3xi32>, %b: tensor<2x3xi32>) {
  %0 = tosa.logical_left_shift %a, %b : (tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<2x3xi32>
  return
}
// -----
func.func @f(%a: tensor<2x3xi32>, %b: tensor<2x3xi32>) {
  %0 = tosa.logical_right_shift %a, %b : (tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<2x3xi32>
  return
}
// -----
func.func @f(%a: tensor<2x3xi1>, %b: tensor<2x3xi1>) {
  %0 = tosa.logical_and %a, %b : (tensor<2x3xi1>, tensor<2x3xi1>) -> tensor<2x3xi1>
  return
}
// -----
func.func @f(%a: tensor<2x3xi1>, %b: tensor<2x3xi1>) {
  %0 = tosa.logical_or %a, %b : (tensor<2x3xi1>, tensor<2x3xi1>) -> tensor<2x3xi1>
  return
}
// -----
func.func @f(%a: tensor<2x3xi1>, %b: tensor<2x3xi1>) {
  %0 = tosa.logical_xor %a, %b : (tensor<2x3xi1>, tensor<2x3xi1>) -> tensor<2x3xi1>
  return
}
// -----
func.func @f(%a: tensor<2x3xi32>) {
  %0 = tosa.bitwise_not %a : (tensor<2x3xi32>) -> tensor<2x3xi32>
  return
}
// -----
func.func @f(%a: tensor<2x3xi32>) {
  %0 = tosa.clz %a : (tensor<2x3xi32>) -> tensor<2x3xi32>
  return
}
// -----
func.func @f(%a: tensor<2x3xi1>) {
  %0 = tosa.logical_not %a : (tensor<2x3xi1>) -> tensor<2x3xi1>
  return
}
// -----
func.func @f(%a: tensor<2x3xf32>, %b: tensor<2x3xf32>) {
  %0 = tosa.equal %a, %b : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
  return
}
// -----
func.func @f(%a: tensor<2x3xf32>, %b: tensor<2x3xf32>) {
  %0 = tosa.greater %a, %b : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
  return
}
// -----
func.func @f(%a: tensor<2x3xf32>, %b: tensor<2x3xf32>) {
  %0 = tosa.greater_equal %a, %b : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
  return
}
// -----
func.func @f(%a: tensor<2x3xi32>, %b: tensor<2x3xi32>) {
  %0 = tosa.arithmetic_right_shift %a, %b {round = true} : (tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<2x3xi32>
  return
}
// -----
func.func @f(%a: tensor<2x3xi1>, %b: tensor<2x3xf32>, %c: tensor<2x3xf32>) {
  %0 = tosa.select %a, %b, %c : (tensor<2x3xi1>, tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
func.func @f(%a: tensor<2x3xf32>) {
  %0 = tosa.cast %a : (tensor<2x3xf32>) -> tensor<2x3xf16>
  return
}
// -----
func.func @f(%a: tensor<2x3xf32>, %b: tensor<1xf32>, %c: tensor<1xf32>) {
  %0 = tosa.negate %a, %b, %c : (tensor<2x3xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<2x3xf32>
  return
}
// -----
func.func @f(%a: tensor<2x3xi32>, %b: tensor<2x3xi32>, %c: tensor<1xi8>) {
  %0 = tosa.mul %a, %b, %c : (tensor<2x3xi32>, tensor<2x3xi32>, tensor<1xi8>) -> tensor<2x3xi32>
  return
}
// -----
func.func @f(%a: tensor<2x3xf32>, %b: tensor<2x3xf32>) {
  %0 = tosa.maximum %a, %b {nan_mode = IGNORE} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
func.func @f(%a: tensor<2x3xf32>, %b: tensor<2x3xf32>) {
  %0 = tosa.minimum %a, %b {nan_mode = IGNORE} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
func.func @f(%a: tensor<2x3xf32>) {
  %0 = tosa.clamp %a {max_val = 6.000000e+00 : f32, min_val = 0.000000e+00 : f32, nan_mode = IGNORE} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
func.func @f(%a: tensor<2x3xf32>) {
  %0 = tosa.argmax %a {axis = 1 : i32, my.note = 7 : i64, nan_mode = IGNORE, u = unit} : (tensor<2x3xf32>) -> tensor<2xi32>
  return
}
// -----
func.func @f(%a: tensor<2x3xf32>) {
  %0 = tosa.reduce_max %a {axis = 1 : i32, nan_mode = IGNORE} : (tensor<2x3xf32>) -> tensor<2x1xf32>
  return
}
// -----
func.func @f(%a: tensor<2x3xf32>) {
  %0 = tosa.reduce_min %a {axis = 0 : i32, nan_mode = IGNORE} : (tensor<2x3xf32>) -> tensor<1x3xf32>
  return
}
// -----
func.func @f(%a: tensor<1x4x4x8xf32>) {
  %0 = tosa.max_pool2d %a {kernel = array<i64: 2, 2>, nan_mode = IGNORE, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 2, 2>} : (tensor<1x4x4x8xf32>) -> tensor<1x2x2x8xf32>
  return
}
// -----
func.func @f(%a: tensor<2x3xf32>, %b: tensor<2x3xf32>) {
  %0 = tosa.maximum %a, %b {nan_mode = PROPAGATE} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
func.func @f(%a: tensor<2x3xf32>, %b: tensor<2x3xf32>) {
  %0 = tosa.minimum %a, %b {nan_mode = PROPAGATE} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
func.func @f(%a: tensor<2x3xf32>) {
  %0 = tosa.clamp %a {max_val = 6.000000e+00 : f32, min_val = 0.000000e+00 : f32, nan_mode = PROPAGATE} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
func.func @f(%a: tensor<2x3xf32>) {
  %0 = tosa.argmax %a {axis = 1 : i32, my.note = 7 : i64, nan_mode = PROPAGATE, u = unit} : (tensor<2x3xf32>) -> tensor<2xi32>
  return
}
// -----
func.func @f(%a: tensor<2x3xf32>) {
  %0 = tosa.reduce_max %a {axis = 1 : i32, nan_mode = PROPAGATE} : (tensor<2x3xf32>) -> tensor<2x1xf32>
  return
}
// -----
func.func @f(%a: tensor<2x3xf32>) {
  %0 = tosa.reduce_min %a {axis = 0 : i32, nan_mode = PROPAGATE} : (tensor<2x3xf32>) -> tensor<1x3xf32>
  return
}
// -----
func.func @f(%a: tensor<1x4x4x8xf32>) {
  %0 = tosa.max_pool2d %a {kernel = array<i64: 2, 2>, nan_mode = PROPAGATE, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 2, 2>} : (tensor<1x4x4x8xf32>) -> tensor<1x2x2x8xf32>
  return
}
// -----
func.func @f(%a: tensor<2x3xi32>) {
  %0 = tosa.clamp %a {max_val = 6 : i32, min_val = -1 : i32} : (tensor<2x3xi32>) -> tensor<2x3xi32>
  return
}
// -----
func.func @f(%a: tensor<2x3xf32>, %b: tensor<2x3xf32>) {
  %0 = tosa.maximum %a, %b : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
func.func @f(%a: tensor<2x3xf32>) {
  %0 = tosa.reduce_sum %a {axis = 1 : i32} : (tensor<2x3xf32>) -> tensor<2x1xf32>
  return
}
// -----
func.func @f(%a: tensor<2x3xf32>) {
  %0 = tosa.reduce_product %a {axis = 1 : i32} : (tensor<2x3xf32>) -> tensor<2x1xf32>
  return
}
// -----
func.func @f(%a: tensor<2x3xi1>) {
  %0 = tosa.reduce_all %a {axis = 1 : i32} : (tensor<2x3xi1>) -> tensor<2x1xi1>
  return
}
// -----
func.func @f(%a: tensor<2x3xi1>) {
  %0 = tosa.reduce_any %a {axis = 1 : i32} : (tensor<2x3xi1>) -> tensor<2x1xi1>
  return
}
// -----
func.func @f(%a: tensor<2x3xi32>, %b: tensor<2x3xi32>, %c: tensor<2x3xi8>) {
  %0 = tosa.apply_scale %a, %b, %c {rounding_mode = SINGLE_ROUND} : (tensor<2x3xi32>, tensor<2x3xi32>, tensor<2x3xi8>) -> tensor<2x3xi32>
  return
}
// -----
func.func @f(%a: tensor<2x3xi32>, %b: tensor<1xi32>, %c: tensor<1xi8>, %d: tensor<1xi32>, %e: tensor<1xi8>) {
  %0 = tosa.rescale %a, %b, %c, %d, %e {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = SINGLE_ROUND, scale32 = true} : (tensor<2x3xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<2x3xi8>
  return
}
// -----
func.func @f(%a: tensor<2x3xi32>, %b: tensor<2x3xi32>, %c: tensor<2x3xi8>) {
  %0 = tosa.apply_scale %a, %b, %c {rounding_mode = DOUBLE_ROUND} : (tensor<2x3xi32>, tensor<2x3xi32>, tensor<2x3xi8>) -> tensor<2x3xi32>
  return
}
// -----
func.func @f(%a: tensor<2x3xi32>, %b: tensor<1xi32>, %c: tensor<1xi8>, %d: tensor<1xi32>, %e: tensor<1xi8>) {
  %0 = tosa.rescale %a, %b, %c, %d, %e {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = DOUBLE_ROUND, scale32 = true} : (tensor<2x3xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<2x3xi8>
  return
}
// -----
func.func @f(%a: tensor<2x3xi32>, %b: tensor<2x3xi32>, %c: tensor<2x3xi8>) {
  %0 = tosa.apply_scale %a, %b, %c {rounding_mode = INEXACT_ROUND} : (tensor<2x3xi32>, tensor<2x3xi32>, tensor<2x3xi8>) -> tensor<2x3xi32>
  return
}
// -----
func.func @f(%a: tensor<2x3xi32>, %b: tensor<1xi32>, %c: tensor<1xi8>, %d: tensor<1xi32>, %e: tensor<1xi8>) {
  %0 = tosa.rescale %a, %b, %c, %d, %e {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = INEXACT_ROUND, scale32 = true} : (tensor<2x3xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<2x3xi8>
  return
}
// -----
func.func @f(%a: tensor<2x3xi8>, %b: tensor<3xi16>, %c: tensor<3xi8>, %d: tensor<1xi8>, %e: tensor<1xi8>) {
  %0 = tosa.rescale %a, %b, %c, %d, %e {input_unsigned = false, output_unsigned = true, per_channel = true, rounding_mode = SINGLE_ROUND, scale32 = false} : (tensor<2x3xi8>, tensor<3xi16>, tensor<3xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<2x3xi8>
  return
}
// -----
func.func @f(%a: tensor<1x4x4x8xf32>, %b: tensor<4x3x3x8xf32>, %c: tensor<4xf32>, %d: tensor<1xf32>, %e: tensor<1xf32>) {
  %0 = tosa.conv2d %a, %b, %c, %d, %e {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>} : (tensor<1x4x4x8xf32>, tensor<4x3x3x8xf32>, tensor<4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x4x4xf32>
  return
}
// -----
func.func @f(%a: tensor<1x4x4x8xi8>, %b: tensor<4x1x1x8xi8>, %c: tensor<4xi32>, %d: tensor<1xi8>, %e: tensor<1xi8>) {
  %0 = tosa.conv2d %a, %b, %c, %d, %e {acc_type = i32, dilation = array<i64: 1, 1>, local_bound = true, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x4x4x8xi8>, tensor<4x1x1x8xi8>, tensor<4xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x4x4x4xi32>
  return
}
// -----
func.func @f(%a: tensor<1x4x4x4x2xf32>, %b: tensor<4x2x2x2x2xf32>, %c: tensor<4xf32>, %d: tensor<1xf32>, %e: tensor<1xf32>) {
  %0 = tosa.conv3d %a, %b, %c, %d, %e {acc_type = f32, dilation = array<i64: 1, 1, 1>, pad = array<i64: 0, 0, 0, 0, 0, 0>, stride = array<i64: 1, 1, 1>} : (tensor<1x4x4x4x2xf32>, tensor<4x2x2x2x2xf32>, tensor<4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x3x3x3x4xf32>
  return
}
// -----
func.func @f(%a: tensor<1x4x4x8xf32>, %b: tensor<2x2x8x1xf32>, %c: tensor<8xf32>, %d: tensor<1xf32>, %e: tensor<1xf32>) {
  %0 = tosa.depthwise_conv2d %a, %b, %c, %d, %e {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x4x4x8xf32>, tensor<2x2x8x1xf32>, tensor<8xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x3x3x8xf32>
  return
}
// -----
func.func @f(%a: tensor<1x4x4x8xf32>, %b: tensor<4x2x2x8xf32>, %c: tensor<4xf32>, %d: tensor<1xf32>, %e: tensor<1xf32>) {
  %0 = tosa.transpose_conv2d %a, %b, %c, %d, %e {acc_type = f32, out_pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x4x4x8xf32>, tensor<4x2x2x8xf32>, tensor<4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x5x5x4xf32>
  return
}
// -----
func.func @f(%a: tensor<1x4x4x8xf32>, %b: tensor<1xf32>, %c: tensor<1xf32>) {
  %0 = tosa.avg_pool2d %a, %b, %c {acc_type = f32, kernel = array<i64: 2, 2>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 2, 2>} : (tensor<1x4x4x8xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x2x2x8xf32>
  return
}
// -----
func.func @f(%a: tensor<1x2x3xf32>, %b: tensor<1x3x4xf32>, %c: tensor<1xf32>, %d: tensor<1xf32>) {
  %0 = tosa.matmul %a, %b, %c, %d : (tensor<1x2x3xf32>, tensor<1x3x4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x2x4xf32>
  return
}
// -----
func.func @f(%a: tensor<1x4x4xf32>, %b: tensor<1x4x4xf32>) {
  %0:2 = tosa.fft2d %a, %b {inverse = true} : (tensor<1x4x4xf32>, tensor<1x4x4xf32>) -> (tensor<1x4x4xf32>, tensor<1x4x4xf32>)
  return
}
// -----
func.func @f(%a: tensor<1x4x4xf32>) {
  %0:2 = tosa.rfft2d %a : (tensor<1x4x4xf32>) -> (tensor<1x4x3xf32>, tensor<1x4x3xf32>)
  return
}
// -----
func.func @f(%a: tensor<2x3xi8>, %b: tensor<256xi8>) {
  %0 = tosa.table %a, %b : (tensor<2x3xi8>, tensor<256xi8>) -> tensor<2x3xi8>
  return
}
// -----
func.func @f(%a: tensor<2x3xf32>, %b: tensor<2x3xf32>, %c: tensor<2x1xf32>) {
  %0 = tosa.concat %a, %b, %c {axis = 1 : i32} : (tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x1xf32>) -> tensor<2x7xf32>
  return
}
// -----
func.func @f(%a: tensor<2x3xf32>) {
  %0 = tosa.concat %a {axis = 0 : i32} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
func.func @f(%a: tensor<2x3xf32>) {
  %0 = tosa.reverse %a {axis = 1 : i32} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
func.func @f(%a: tensor<2x3xf32>) {
  %0 = tosa.transpose %a {perms = array<i32: 1, 0>} : (tensor<2x3xf32>) -> tensor<3x2xf32>
  return
}
// -----
func.func @f(%a: tensor<1x4x4xf32>, %b: tensor<1x5xi32>) {
  %0 = tosa.gather %a, %b : (tensor<1x4x4xf32>, tensor<1x5xi32>) -> tensor<1x5x4xf32>
  return
}
// -----
func.func @f(%a: tensor<1x4x4xf32>, %b: tensor<1x2xi32>, %c: tensor<1x2x4xf32>) {
  %0 = tosa.scatter %a, %b, %c : (tensor<1x4x4xf32>, tensor<1x2xi32>, tensor<1x2x4xf32>) -> tensor<1x4x4xf32>
  return
}
// -----
func.func @f(%a: tensor<2x3xf32>, %b: tensor<2x3xi32>) {
  %0 = tosa.custom %a, %b {domain_name = "d", implementation_attrs = "a\22b", operator_name = "o"} : (tensor<2x3xf32>, tensor<2x3xi32>) -> tensor<2x3xf32>
  return
}
// -----
func.func @f() {
  %0 = tosa.custom {domain_name = "d", implementation_attrs = "", operator_name = "o"} : () -> tensor<2x3xf32>
  return
}
// -----
func.func @f(%a: tensor<2x3xf32>) {
  %s = tosa.const_shape {values = dense<[3, 2]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %0 = tosa.reshape %a, %s : (tensor<2x3xf32>, !tosa.shape<2>) -> tensor<3x2xf32>
  return
}
// -----
func.func @f(%a: tensor<1x1xf32>) {
  %s = tosa.const_shape {values = dense<> : tensor<0xindex>} : () -> !tosa.shape<0>
  %0 = tosa.reshape %a, %s : (tensor<1x1xf32>, !tosa.shape<0>) -> tensor<f32>
  return
}
// -----
func.func @f(%a: tensor<2x3xf32>) {
  %s = tosa.const_shape {values = dense<[2, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %0 = tosa.tile %a, %s : (tensor<2x3xf32>, !tosa.shape<2>) -> tensor<4x3xf32>
  return
}
// -----
func.func @f(%a: tensor<2x3xf32>) {
  %s = tosa.const_shape {values = dense<[0, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %t = tosa.const_shape {values = dense<2> : tensor<2xindex>} : () -> !tosa.shape<2>
  %0 = tosa.slice %a, %s, %t : (tensor<2x3xf32>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<2x2xf32>
  return
}
// -----
func.func @f(%a: tensor<2x3xf32>, %z: tensor<1xf32>) {
  %s = tosa.const_shape {values = dense<[0, 1, 2, 0]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %0 = tosa.pad %a, %s, %z : (tensor<2x3xf32>, !tosa.shape<4>, tensor<1xf32>) -> tensor<3x5xf32>
  return
}
// -----
func.func @f(%a: tensor<1x4x4x1xf32>) {
  %s = tosa.const_shape {values = dense<[4, 2, 4, 2]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %o = tosa.const_shape {values = dense<0> : tensor<2xindex>} : () -> !tosa.shape<2>
  %b = tosa.const_shape {values = dense<0> : tensor<2xindex>} : () -> !tosa.shape<2>
  %0 = tosa.resize %a, %s, %o, %b {mode = BILINEAR} : (tensor<1x4x4x1xf32>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x7x7x1xf32>
  return
}
// -----
func.func @f(%a: tensor<1x4x4x1xf32>) {
  %s = tosa.const_shape {values = dense<[4, 2, 4, 2]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %o = tosa.const_shape {values = dense<0> : tensor<2xindex>} : () -> !tosa.shape<2>
  %b = tosa.const_shape {values = dense<0> : tensor<2xindex>} : () -> !tosa.shape<2>
  %0 = tosa.resize %a, %s, %o, %b {mode = NEAREST_NEIGHBOR} : (tensor<1x4x4x1xf32>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x7x7x1xf32>
  return
}
// -----
func.func @f() {
  %s = tosa.const_shape {values = dense<[6, 4]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %t = tosa.const_shape {values = dense<2> : tensor<2xindex>} : () -> !tosa.shape<2>
  %0 = tosa.add_shape %s, %t : (!tosa.shape<2>, !tosa.shape<2>) -> !tosa.shape<2>
  return
}
// -----
func.func @f() {
  %s = tosa.const_shape {values = dense<[6, 4]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %t = tosa.const_shape {values = dense<2> : tensor<2xindex>} : () -> !tosa.shape<2>
  %0 = tosa.sub_shape %s, %t : (!tosa.shape<2>, !tosa.shape<2>) -> !tosa.shape<2>
  return
}
// -----
func.func @f() {
  %s = tosa.const_shape {values = dense<[6, 4]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %t = tosa.const_shape {values = dense<2> : tensor<2xindex>} : () -> !tosa.shape<2>
  %0 = tosa.mul_shape %s, %t : (!tosa.shape<2>, !tosa.shape<2>) -> !tosa.shape<2>
  return
}
// -----
func.func @f() {
  %s = tosa.const_shape {values = dense<[6, 4]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %t = tosa.const_shape {values = dense<2> : tensor<2xindex>} : () -> !tosa.shape<2>
  %0 = tosa.div_ceil_shape %s, %t : (!tosa.shape<2>, !tosa.shape<2>) -> !tosa.shape<2>
  return
}
// -----
func.func @f() {
  %s = tosa.const_shape {values = dense<[6, 4]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %t = tosa.const_shape {values = dense<2> : tensor<2xindex>} : () -> !tosa.shape<2>
  %0 = tosa.div_floor_shape %s, %t : (!tosa.shape<2>, !tosa.shape<2>) -> !tosa.shape<2>
  return
}
// -----
func.func @f() {
  %s = tosa.const_shape {values = dense<[6, 4]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %t = tosa.const_shape {values = dense<2> : tensor<2xindex>} : () -> !tosa.shape<2>
  %0 = tosa.max_shape %s, %t : (!tosa.shape<2>, !tosa.shape<2>) -> !tosa.shape<2>
  return
}
// -----
func.func @f() {
  %s = tosa.const_shape {values = dense<[6, 4]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %t = tosa.const_shape {values = dense<2> : tensor<2xindex>} : () -> !tosa.shape<2>
  %0 = tosa.min_shape %s, %t : (!tosa.shape<2>, !tosa.shape<2>) -> !tosa.shape<2>
  return
}
// -----
func.func @f() {
  %s = tosa.const_shape {values = dense<[6, 4]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %t = tosa.const_shape {values = dense<2> : tensor<2xindex>} : () -> !tosa.shape<2>
  %0 = tosa.mod_shape %s, %t : (!tosa.shape<2>, !tosa.shape<2>) -> !tosa.shape<2>
  return
}
// -----
func.func @f() {
  %s = tosa.const_shape {values = dense<[3, 4]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %0 = tosa.exp2_shape %s : (!tosa.shape<2>) -> !tosa.shape<2>
  return
}
// -----
func.func @f() {
  %s = tosa.const_shape {values = dense<[3, 4]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %0 = tosa.log2_ceil_shape %s : (!tosa.shape<2>) -> !tosa.shape<2>
  return
}
// -----
func.func @f() {
  %s = tosa.const_shape {values = dense<[3, 4]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %0 = tosa.log2_floor_shape %s : (!tosa.shape<2>) -> !tosa.shape<2>
  return
}
// -----
func.func @f() {
  %s = tosa.const_shape {values = dense<[3, 4]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %t = tosa.const_shape {values = dense<5> : tensor<1xindex>} : () -> !tosa.shape<1>
  %0 = tosa.concat_shape %s, %t : (!tosa.shape<2>, !tosa.shape<1>) -> !tosa.shape<3>
  return
}
// -----
func.func @f() {
  %s = tosa.const_shape {values = dense<[3, 4]> : tensor<2xindex>} : () -> !tosa.shape<2>
  tosa.assert_equal_shape %s, %s {allow_broadcast = true} : (!tosa.shape<2>, !tosa.shape<2>) -> ()
  return
}
// -----
func.func @f(%a: tensor<?x3xf32>) {
  %0 = tosa.dim %a {axis = 0 : i32} : (tensor<?x3xf32>) -> !tosa.shape<1>
  return
}
// -----
func.func @f() {
  %0 = "tosa.const"() <{values = dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>}> : () -> tensor<2xf32>
  %1 = "tosa.const"() <{values = dense_resource<blob> : tensor<2xf32>}> : () -> tensor<2xf32>
  return
}
// -----
func.func @f(%c: tensor<i1>, %a: tensor<2x3xf32>) {
  %0 = tosa.cond_if %c (%x = %a) : tensor<i1> (tensor<2x3xf32>) -> tensor<2x3xf32> {
  ^bb0(%x: tensor<2x3xf32>):
    tosa.yield %x : tensor<2x3xf32>
  } else {
  ^bb0(%y: tensor<2x3xf32>):
    %1 = tosa.abs %y : (tensor<2x3xf32>) -> tensor<2x3xf32>
    tosa.yield %1 : tensor<2x3xf32>
  } {note = 1 : i64}
  return
}
// -----
func.func @f(%c: tensor<1xi1>, %a: tensor<2x3xf32>) {
  %0:2 = tosa.cond_if %c : tensor<1xi1> -> (tensor<2x3xf32>, tensor<2x3xf32>) {
    tosa.yield %a, %a : tensor<2x3xf32>, tensor<2x3xf32>
  } else {
    tosa.yield %a, %a : tensor<2x3xf32>, tensor<2x3xf32>
  }
  return
}
// -----
func.func @f(%a: tensor<i32>, %b: tensor<2x3xf32>) {
  %0:2 = tosa.while_loop (%i = %a, %x = %b) : (tensor<i32>, tensor<2x3xf32>) -> (tensor<i32>, tensor<2x3xf32>) {
    %1 = tosa.greater %i, %a : (tensor<i32>, tensor<i32>) -> tensor<i1>
    tosa.yield %1 : tensor<i1>
  } do {
  ^bb0(%i: tensor<i32>, %x: tensor<2x3xf32>):
    %1 = tosa.add %i, %a : (tensor<i32>, tensor<i32>) -> tensor<i32>
    tosa.yield %1, %x : tensor<i32>, tensor<2x3xf32>
  } attributes {note}
  return
}
// -----
tosa.variable @v {note} = dense<-1> : tensor<2x3xi32>
tosa.variable @w : tensor<?x3x3xf32>
tosa.variable @scalar : tensor<f16>
func.func @f() {
  %0 = tosa.variable_read @v {note = 1 : i64} : tensor<2x3xi32>
  tosa.variable_write @v {note = 1 : i64}, %0 : tensor<2x3xi32>
  return
}
// -----
func.func @f(%a: tensor<1x4x4x8xf32>) {
  %k = tosa.const_shape {values = dense<2> : tensor<2xindex>} : () -> !tosa.shape<2>
  %p = tosa.const_shape {values = dense<0> : tensor<4xindex>} : () -> !tosa.shape<4>
  %0 = tosa.max_pool2d_adaptive %a, %k, %k, %p {nan_mode = IGNORE} : (tensor<1x4x4x8xf32>, !tosa.shape<2>, !tosa.shape<2>, !tosa.shape<4>) -> tensor<1x2x2x8xf32>
  return
}
// -----
func.func @f(%a: tensor<1x4x4x8xf32>, %z: tensor<1xf32>) {
  %k = tosa.const_shape {values = dense<2> : tensor<2xindex>} : () -> !tosa.shape<2>
  %p = tosa.const_shape {values = dense<0> : tensor<4xindex>} : () -> !tosa.shape<4>
  %0 = tosa.avg_pool2d_adaptive %a, %z, %z, %k, %k, %p {acc_type = f32} : (tensor<1x4x4x8xf32>, tensor<1xf32>, tensor<1xf32>, !tosa.shape<2>, !tosa.shape<2>, !tosa.shape<4>) -> tensor<1x2x2x8xf32>
  return
}
// -----
func.func @f(%a: tensor<1x4x4xf32>, %b: tensor<1x5xi32>, %c: tensor<1xi32>) {
  %0 = tosa.row_gather %a, %b, %c : (tensor<1x4x4xf32>, tensor<1x5xi32>, tensor<1xi32>) -> tensor<1x5x4xf32>
  return
}
// -----
func.func @f(%a: tensor<1x2x3xf32>, %b: tensor<1x4x3xf32>, %c: tensor<1xf32>, %d: tensor<1xf32>) {
  %0 = tosa.matmul_t %a, %b, %c, %d : (tensor<1x2x3xf32>, tensor<1x4x3xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x2x4xf32>
  return
}
// -----
func.func @f(%a: tensor<4x32xf8E4M3FN>, %b: tensor<4x1xf8E8M0FNU>) {
  %0 = tosa.cast_from_block_scaled %a, %b {block_size = BLOCK_SIZE_32} : (tensor<4x32xf8E4M3FN>, tensor<4x1xf8E8M0FNU>) -> tensor<4x32xf32>
  return
}
// -----
func.func @f(%a: tensor<4x32xf32>) {
  %0:2 = tosa.cast_to_block_scaled %a {block_size = BLOCK_SIZE_32} : (tensor<4x32xf32>) -> (tensor<4x32xf8E4M3FN>, tensor<4x1xf8E8M0FNU>)
  return
}
// -----
func.func @f(%a: tensor<1x4x32xf8E4M3FN>, %b: tensor<1x4x1xf8E8M0FNU>, %c: tensor<1x4x32xf8E4M3FN>, %d: tensor<1x4x1xf8E8M0FNU>) {
  %0 = tosa.matmul_t_block_scaled %a, %b, %c, %d {block_size = BLOCK_SIZE_32} : (tensor<1x4x32xf8E4M3FN>, tensor<1x4x1xf8E8M0FNU>, tensor<1x4x32xf8E4M3FN>, tensor<1x4x1xf8E8M0FNU>) -> tensor<1x4x4xf32>
  return
}
// -----
func.func @f(%a: tensor<4x32xf8E4M3FN>, %s: tensor<4x1xf8E8M0FNU>) {
  %n = tosa.const_shape {values = dense<[2, 64]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %0:2 = tosa.reshape_block_scaled %a, %s, %n {block_size = #tosa.block_size<BLOCK_SIZE_32>} : (tensor<4x32xf8E4M3FN>, tensor<4x1xf8E8M0FNU>, !tosa.shape<2>) -> (tensor<2x64xf8E4M3FN>, tensor<2x2xf8E8M0FNU>)
  return
}
// -----
func.func @f(%a: tensor<1x4x32xf8E4M3FN>, %s: tensor<1x4x1xf8E8M0FNU>, %i: tensor<1x5xi32>, %r: tensor<1xi32>) {
  %0:2 = tosa.row_gather_block_scaled %a, %s, %i, %r {block_size = #tosa.block_size<BLOCK_SIZE_32>} : (tensor<1x4x32xf8E4M3FN>, tensor<1x4x1xf8E8M0FNU>, tensor<1x5xi32>, tensor<1xi32>) -> (tensor<1x5x32xf8E4M3FN>, tensor<1x5x1xf8E8M0FNU>)
  return
}
// -----
func.func @f(%a: tensor<1x4x4x32xf8E4M3FN>, %s: tensor<1x4x4x1xf8E8M0FNU>, %w: tensor<8x1x1x32xf8E4M3FN>, %t: tensor<8x1x1x1xf8E8M0FNU>, %b: tensor<8xf32>) {
  %p = tosa.const_shape {values = dense<0> : tensor<4xindex>} : () -> !tosa.shape<4>
  %q = tosa.const_shape {values = dense<1> : tensor<2xindex>} : () -> !tosa.shape<2>
  %0 = tosa.conv2d_block_scaled %a, %s, %w, %t, %b, %p, %q, %q {block_size = BLOCK_SIZE_32} : (tensor<1x4x4x32xf8E4M3FN>, tensor<1x4x4x1xf8E8M0FNU>, tensor<8x1x1x32xf8E4M3FN>, tensor<8x1x1x1xf8E8M0FNU>, tensor<8xf32>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x4x4x8xf32>
  return
}
