// tosa: a small network with quantization data.
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<1x8x8x3xi8>, tensor<4x3x3x3xi8>, tensor<4xi32>) -> tensor<1x6x6x4xi32>, sym_name = "net"}> ({
  ^bb0(%arg0: tensor<1x8x8x3xi8>, %arg1: tensor<4x3x3x3xi8>, %arg2: tensor<4xi32>):
    %0 = "tosa.conv2d"(%arg0, %arg1, %arg2) <{dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, quantization_info = #tosa.conv_quant<input_zp = -128, weight_zp = 0>, stride = array<i64: 1, 1>}> : (tensor<1x8x8x3xi8>, tensor<4x3x3x3xi8>, tensor<4xi32>) -> tensor<1x6x6x4xi32>
    "func.return"(%0) : (tensor<1x6x6x4xi32>) -> ()
  }) : () -> ()
}) : () -> ()
// -----
// tosa: control flow and shapes.
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<i1>, tensor<4xf32>, tensor<4xf32>) -> tensor<2x2xf32>, sym_name = "cond"}> ({
  ^bb0(%arg0: tensor<i1>, %arg1: tensor<4xf32>, %arg2: tensor<4xf32>):
    %0 = "tosa.cond_if"(%arg0) ({
      %3 = "tosa.add"(%arg1, %arg2) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      "tosa.yield"(%3) : (tensor<4xf32>) -> ()
    }, {
      "tosa.yield"(%arg1) : (tensor<4xf32>) -> ()
    }) : (tensor<i1>) -> tensor<4xf32>
    %1 = "tosa.reshape"(%0) <{new_shape = array<i64: 2, 2>}> : (tensor<4xf32>) -> tensor<2x2xf32>
    %2 = "tosa.clamp"(%1) <{max_fp = 6.000000e+00 : f32, max_int = 6 : i64, min_fp = 0.000000e+00 : f32, min_int = 0 : i64}> : (tensor<2x2xf32>) -> tensor<2x2xf32>
    "func.return"(%2) : (tensor<2x2xf32>) -> ()
  }) : () -> ()
}) : () -> ()
