// sparse_tensor: conversion, iteration, custom reduction.
#sparse = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed), posWidth = 32, crdWidth = 32 }>
#sparse1 = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 floordiv 2 : dense, d1 floordiv 3 : compressed, d0 mod 2 : dense, d1 mod 3 : dense), explicitVal = 1.000000e+00 : f64, implicitVal = 0.000000e+00 : f64 }>
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<8x9xf64>) -> (memref<?xf64>, tensor<8x9xf64, #sparse1>), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<8x9xf64>):
    %0 = "sparse_tensor.convert"(%arg0) : (tensor<8x9xf64>) -> tensor<8x9xf64, #sparse>
    %1 = "sparse_tensor.values"(%0) : (tensor<8x9xf64, #sparse>) -> memref<?xf64>
    %2 = "sparse_tensor.positions"(%0) <{level = 1 : index}> : (tensor<8x9xf64, #sparse>) -> memref<?xi32>
    %3 = "arith.constant"() <{value = 0.000000e+00 : f64}> : () -> f64
    %4 = "sparse_tensor.foreach"(%0, %3) ({
    ^bb0(%arg1: index, %arg2: index, %arg3: f64, %arg4: f64):
      %6 = "sparse_tensor.reduce"(%arg4, %arg3, %3) ({
      ^bb0(%arg5: f64, %arg6: f64):
        %7 = "arith.addf"(%arg5, %arg6) <{fastmath = #arith.fastmath<none>}> : (f64, f64) -> f64
        "sparse_tensor.yield"(%7) : (f64) -> ()
      }) : (f64, f64, f64) -> f64
      "sparse_tensor.yield"(%6) : (f64) -> ()
    }) : (tensor<8x9xf64, #sparse>, f64) -> f64
    %5 = "sparse_tensor.convert"(%arg0) : (tensor<8x9xf64>) -> tensor<8x9xf64, #sparse1>
    "func.return"(%1, %5) : (memref<?xf64>, tensor<8x9xf64, #sparse1>) -> ()
  }) : () -> ()
}) : () -> ()
