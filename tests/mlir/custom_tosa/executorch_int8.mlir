// The second part of a quantized network, as ExecuTorch 1.5 exports it and tosa-opt deserializes it. All elements of a
// weight are equal.
module attributes {tosa.description = "TOSA FBS Converted", tosa.fbs_version = "1.0.0"} {
  func.func @main(%arg0: tensor<1x16x16x16xi8> {tosa.tensor_name = "quantized_decomposed_quantize_per_tensor_default_1"}, %arg1: tensor<1x16x16x16xi8> {tosa.tensor_name = "quantized_decomposed_quantize_per_tensor_default_3"}) -> (tensor<1x10xi8> {tosa.tensor_name = "tosa_reshape_default"}) {
    %0 = "tosa.const"() <{values = dense<3> : tensor<256xi8>}> : () -> tensor<256xi8>
    %1 = "tosa.const"() <{values = dense<3> : tensor<32x1x1x16xi8>}> : () -> tensor<32x1x1x16xi8>
    %2 = "tosa.const"() <{values = dense<6110> : tensor<32xi32>}> : () -> tensor<32xi32>
    %3 = "tosa.const"() <{values = dense<3> : tensor<32x3x3x32xi8>}> : () -> tensor<32x3x3x32xi8>
    %4 = "tosa.const"() <{values = dense<-36365> : tensor<32xi32>}> : () -> tensor<32xi32>
    %5 = "tosa.const"() <{values = dense<3> : tensor<10x1x1x32xi8>}> : () -> tensor<10x1x1x32xi8>
    %6 = "tosa.const"() <{values = dense<-8987> : tensor<10xi32>}> : () -> tensor<10xi32>
    %7 = "tosa.const"() <{values = dense<3> : tensor<32x4x4x32xi8>}> : () -> tensor<32x4x4x32xi8>
    %8 = "tosa.const"() <{values = dense<-46631> : tensor<32xi32>}> : () -> tensor<32xi32>
    %9 = "tosa.const"() <{values = dense<1073741824> : tensor<1xi32>}> : () -> tensor<1xi32>
    %10 = "tosa.const"() <{values = dense<11> : tensor<1xi8>}> : () -> tensor<1xi8>
    %11 = "tosa.const"() <{values = dense<-128> : tensor<1xi8>}> : () -> tensor<1xi8>
    %12 = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
    %13 = tosa.rescale %arg0, %9, %10, %11, %12 {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = SINGLE_ROUND, scale32 = true} : (tensor<1x16x16x16xi8>, tensor<1xi32>, tensor<1xi8>, tensor<1xi8>, tensor<1xi32>) -> tensor<1x16x16x16xi32>
    %14 = "tosa.const"() <{values = dense<1994816817> : tensor<1xi32>}> : () -> tensor<1xi32>
    %15 = "tosa.const"() <{values = dense<13> : tensor<1xi8>}> : () -> tensor<1xi8>
    %16 = "tosa.const"() <{values = dense<-128> : tensor<1xi8>}> : () -> tensor<1xi8>
    %17 = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
    %18 = tosa.rescale %arg1, %14, %15, %16, %17 {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = SINGLE_ROUND, scale32 = true} : (tensor<1x16x16x16xi8>, tensor<1xi32>, tensor<1xi8>, tensor<1xi8>, tensor<1xi32>) -> tensor<1x16x16x16xi32>
    %19 = tosa.add %13, %18 : (tensor<1x16x16x16xi32>, tensor<1x16x16x16xi32>) -> tensor<1x16x16x16xi32>
    %20 = "tosa.const"() <{values = dense<1601958921> : tensor<1xi32>}> : () -> tensor<1xi32>
    %21 = "tosa.const"() <{values = dense<50> : tensor<1xi8>}> : () -> tensor<1xi8>
    %22 = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
    %23 = "tosa.const"() <{values = dense<-128> : tensor<1xi8>}> : () -> tensor<1xi8>
    %24 = tosa.rescale %19, %20, %21, %22, %23 {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = SINGLE_ROUND, scale32 = true} : (tensor<1x16x16x16xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<1x16x16x16xi8>
    %25 = tosa.transpose %24 {perms = array<i32: 0, 2, 3, 1>} : (tensor<1x16x16x16xi8>) -> tensor<1x16x16x16xi8>
    %26 = "tosa.const"() <{values = dense<-128> : tensor<1xi8>}> : () -> tensor<1xi8>
    %27 = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
    %28 = tosa.conv2d %25, %1, %2, %26, %27 {acc_type = i32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x16x16x16xi8>, tensor<32x1x1x16xi8>, tensor<32xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x16x16x32xi32>
    %29 = "tosa.const"() <{values = dense<1967065638> : tensor<32xi32>}> : () -> tensor<32xi32>
    %30 = "tosa.const"() <{values = dense<40> : tensor<32xi8>}> : () -> tensor<32xi8>
    %31 = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
    %32 = "tosa.const"() <{values = dense<-9> : tensor<1xi8>}> : () -> tensor<1xi8>
    %33 = tosa.rescale %28, %29, %30, %31, %32 {input_unsigned = false, output_unsigned = false, per_channel = true, rounding_mode = SINGLE_ROUND, scale32 = true} : (tensor<1x16x16x32xi32>, tensor<32xi32>, tensor<32xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<1x16x16x32xi8>
    %34 = tosa.table %33, %0 : (tensor<1x16x16x32xi8>, tensor<256xi8>) -> tensor<1x16x16x32xi8>
    %35 = tosa.max_pool2d %34 {kernel = array<i64: 2, 2>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 2, 2>} : (tensor<1x16x16x32xi8>) -> tensor<1x8x8x32xi8>
    %36 = "tosa.const"() <{values = dense<-128> : tensor<1xi8>}> : () -> tensor<1xi8>
    %37 = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
    %38 = tosa.conv2d %35, %3, %4, %36, %37 {acc_type = i32, dilation = array<i64: 1, 1>, pad = array<i64: 1, 0, 1, 0>, stride = array<i64: 2, 2>} : (tensor<1x8x8x32xi8>, tensor<32x3x3x32xi8>, tensor<32xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x4x4x32xi32>
    %39 = "tosa.const"() <{values = dense<1286545418> : tensor<32xi32>}> : () -> tensor<32xi32>
    %40 = "tosa.const"() <{values = dense<41> : tensor<32xi8>}> : () -> tensor<32xi8>
    %41 = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
    %42 = "tosa.const"() <{values = dense<-128> : tensor<1xi8>}> : () -> tensor<1xi8>
    %43 = tosa.rescale %38, %39, %40, %41, %42 {input_unsigned = false, output_unsigned = false, per_channel = true, rounding_mode = SINGLE_ROUND, scale32 = true} : (tensor<1x4x4x32xi32>, tensor<32xi32>, tensor<32xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<1x4x4x32xi8>
    %44 = "tosa.const"() <{values = dense<-128> : tensor<1xi8>}> : () -> tensor<1xi8>
    %45 = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
    %46 = tosa.conv2d %43, %7, %8, %44, %45 {acc_type = i32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x4x4x32xi8>, tensor<32x4x4x32xi8>, tensor<32xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x1x1x32xi32>
    %47 = "tosa.const"() <{values = dense<1298092999> : tensor<32xi32>}> : () -> tensor<32xi32>
    %48 = "tosa.const"() <{values = dense<42> : tensor<32xi8>}> : () -> tensor<32xi8>
    %49 = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
    %50 = "tosa.const"() <{values = dense<7> : tensor<1xi8>}> : () -> tensor<1xi8>
    %51 = tosa.rescale %46, %47, %48, %49, %50 {input_unsigned = false, output_unsigned = false, per_channel = true, rounding_mode = SINGLE_ROUND, scale32 = true} : (tensor<1x1x1x32xi32>, tensor<32xi32>, tensor<32xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<1x1x1x32xi8>
    %52 = "tosa.const"() <{values = dense<7> : tensor<1xi8>}> : () -> tensor<1xi8>
    %53 = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
    %54 = tosa.conv2d %51, %5, %6, %52, %53 {acc_type = i32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x1x1x32xi8>, tensor<10x1x1x32xi8>, tensor<10xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x1x1x10xi32>
    %55 = "tosa.const"() <{values = dense<1338400008> : tensor<10xi32>}> : () -> tensor<10xi32>
    %56 = "tosa.const"() <{values = dense<39> : tensor<10xi8>}> : () -> tensor<10xi8>
    %57 = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
    %58 = "tosa.const"() <{values = dense<4> : tensor<1xi8>}> : () -> tensor<1xi8>
    %59 = tosa.rescale %54, %55, %56, %57, %58 {input_unsigned = false, output_unsigned = false, per_channel = true, rounding_mode = SINGLE_ROUND, scale32 = true} : (tensor<1x1x1x10xi32>, tensor<10xi32>, tensor<10xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<1x1x1x10xi8>
    %60 = tosa.const_shape  {values = dense<[1, 10]> : tensor<2xindex>} : () -> !tosa.shape<2>
    %61 = tosa.reshape %59, %60 : (tensor<1x1x1x10xi8>, !tosa.shape<2>) -> tensor<1x10xi8>
    return %61 : tensor<1x10xi8>
  }
}
