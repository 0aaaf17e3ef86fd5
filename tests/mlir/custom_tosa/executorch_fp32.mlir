// A network of f32, as ExecuTorch 1.5 exports it and tosa-opt deserializes it. All elements of a weight are equal.
module attributes {tosa.description = "TOSA FBS Converted", tosa.fbs_version = "1.0.0"} {
  func.func @main(%arg0: tensor<1x3x16x16xf32> {tosa.tensor_name = "x"}) -> (tensor<1x10xf32> {tosa.tensor_name = "tosa_mul_default"}) {
    %0 = "tosa.const"() <{values = dense<0.000000e+00> : tensor<1xf32>}> : () -> tensor<1xf32>
    %1 = "tosa.const"() <{values = dense<1.250000e-01> : tensor<16x3x3x3xf32>}> : () -> tensor<16x3x3x3xf32>
    %2 = "tosa.const"() <{values = dense<1.250000e-01> : tensor<16xf32>}> : () -> tensor<16xf32>
    %3 = "tosa.const"() <{values = dense<1.250000e-01> : tensor<3x3x16x1xf32>}> : () -> tensor<3x3x16x1xf32>
    %4 = "tosa.const"() <{values = dense<1.250000e-01> : tensor<16xf32>}> : () -> tensor<16xf32>
    %5 = "tosa.const"() <{values = dense<1.250000e-01> : tensor<32x1x1x16xf32>}> : () -> tensor<32x1x1x16xf32>
    %6 = "tosa.const"() <{values = dense<1.250000e-01> : tensor<32xf32>}> : () -> tensor<32xf32>
    %7 = "tosa.const"() <{values = dense<1.250000e-01> : tensor<32x3x3x32xf32>}> : () -> tensor<32x3x3x32xf32>
    %8 = "tosa.const"() <{values = dense<1.250000e-01> : tensor<32xf32>}> : () -> tensor<32xf32>
    %9 = "tosa.const"() <{values = dense<1.250000e-01> : tensor<10x1x1x32xf32>}> : () -> tensor<10x1x1x32xf32>
    %10 = "tosa.const"() <{values = dense<1.250000e-01> : tensor<10xf32>}> : () -> tensor<10xf32>
    %11 = tosa.transpose %arg0 {perms = array<i32: 0, 2, 3, 1>} : (tensor<1x3x16x16xf32>) -> tensor<1x16x16x3xf32>
    %12 = "tosa.const"() <{values = dense<0.000000e+00> : tensor<1xf32>}> : () -> tensor<1xf32>
    %13 = "tosa.const"() <{values = dense<0.000000e+00> : tensor<1xf32>}> : () -> tensor<1xf32>
    %14 = tosa.conv2d %11, %1, %2, %12, %13 {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>} : (tensor<1x16x16x3xf32>, tensor<16x3x3x3xf32>, tensor<16xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x16x16x16xf32>
    %15 = tosa.clamp %14 {max_val = 3.40282347E+38 : f32, min_val = 0.000000e+00 : f32} : (tensor<1x16x16x16xf32>) -> tensor<1x16x16x16xf32>
    %16 = "tosa.const"() <{values = dense<0.000000e+00> : tensor<1xf32>}> : () -> tensor<1xf32>
    %17 = "tosa.const"() <{values = dense<0.000000e+00> : tensor<1xf32>}> : () -> tensor<1xf32>
    %18 = tosa.depthwise_conv2d %15, %3, %4, %16, %17 {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>} : (tensor<1x16x16x16xf32>, tensor<3x3x16x1xf32>, tensor<16xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x16x16x16xf32>
    %19 = tosa.clamp %18 {max_val = 6.000000e+00 : f32, min_val = 0.000000e+00 : f32} : (tensor<1x16x16x16xf32>) -> tensor<1x16x16x16xf32>
    %20 = tosa.add %15, %19 : (tensor<1x16x16x16xf32>, tensor<1x16x16x16xf32>) -> tensor<1x16x16x16xf32>
    %21 = "tosa.const"() <{values = dense<0.000000e+00> : tensor<1xf32>}> : () -> tensor<1xf32>
    %22 = "tosa.const"() <{values = dense<0.000000e+00> : tensor<1xf32>}> : () -> tensor<1xf32>
    %23 = tosa.conv2d %20, %5, %6, %21, %22 {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x16x16x16xf32>, tensor<32x1x1x16xf32>, tensor<32xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x16x16x32xf32>
    %24 = tosa.sigmoid %23 : (tensor<1x16x16x32xf32>) -> tensor<1x16x16x32xf32>
    %25 = tosa.max_pool2d %24 {kernel = array<i64: 2, 2>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 2, 2>} : (tensor<1x16x16x32xf32>) -> tensor<1x8x8x32xf32>
    %26 = "tosa.const"() <{values = dense<0.000000e+00> : tensor<1xf32>}> : () -> tensor<1xf32>
    %27 = "tosa.const"() <{values = dense<0.000000e+00> : tensor<1xf32>}> : () -> tensor<1xf32>
    %28 = tosa.conv2d %25, %7, %8, %26, %27 {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 1, 0, 1, 0>, stride = array<i64: 2, 2>} : (tensor<1x8x8x32xf32>, tensor<32x3x3x32xf32>, tensor<32xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x4x32xf32>
    %29 = tosa.clamp %28 {max_val = 3.40282347E+38 : f32, min_val = 0.000000e+00 : f32} : (tensor<1x4x4x32xf32>) -> tensor<1x4x4x32xf32>
    %30 = tosa.avg_pool2d %29, %0, %0 {acc_type = f32, kernel = array<i64: 4, 4>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 4, 4>} : (tensor<1x4x4x32xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x1x1x32xf32>
    %31 = "tosa.const"() <{values = dense<0.000000e+00> : tensor<1xf32>}> : () -> tensor<1xf32>
    %32 = "tosa.const"() <{values = dense<0.000000e+00> : tensor<1xf32>}> : () -> tensor<1xf32>
    %33 = tosa.conv2d %30, %9, %10, %31, %32 {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x1x1x32xf32>, tensor<10x1x1x32xf32>, tensor<10xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x1x1x10xf32>
    %34 = tosa.const_shape  {values = dense<[1, 10]> : tensor<2xindex>} : () -> !tosa.shape<2>
    %35 = tosa.reshape %33, %34 : (tensor<1x1x1x10xf32>, !tosa.shape<2>) -> tensor<1x10xf32>
    %36 = tosa.reduce_max %35 {axis = 1 : i32} : (tensor<1x10xf32>) -> tensor<1x1xf32>
    %37 = tosa.sub %35, %36 : (tensor<1x10xf32>, tensor<1x1xf32>) -> tensor<1x10xf32>
    %38 = tosa.exp %37 : (tensor<1x10xf32>) -> tensor<1x10xf32>
    %39 = tosa.reduce_sum %38 {axis = 1 : i32} : (tensor<1x10xf32>) -> tensor<1x1xf32>
    %40 = tosa.reciprocal %39 : (tensor<1x1xf32>) -> tensor<1x1xf32>
    %41 = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
    %42 = tosa.mul %38, %40, %41 : (tensor<1x10xf32>, tensor<1x1xf32>, tensor<1xi8>) -> tensor<1x10xf32>
    return %42 : tensor<1x10xf32>
  }
}
