// math: functions of scalars, vectors and tensors.
"builtin.module"() ({
  "func.func"() <{function_type = (f32, vector<4x4xf64>, tensor<?x2xf16>, i32) -> f32, sym_name = "f"}> ({
  ^bb0(%arg0: f32, %arg1: vector<4x4xf64>, %arg2: tensor<?x2xf16>, %arg3: i32):
    %0 = "math.fma"(%arg0, %arg0, %arg0) <{fastmath = #arith.fastmath<fast>}> : (f32, f32, f32) -> f32
    %1 = "math.powf"(%arg1, %arg1) <{fastmath = #arith.fastmath<none>}> : (vector<4x4xf64>, vector<4x4xf64>) -> vector<4x4xf64>
    %2 = "math.tanh"(%arg2) <{fastmath = #arith.fastmath<none>}> : (tensor<?x2xf16>) -> tensor<?x2xf16>
    %3 = "math.fpowi"(%arg0, %arg3) <{fastmath = #arith.fastmath<none>}> : (f32, i32) -> f32
    %4 = "math.ctpop"(%arg3) : (i32) -> i32
    "func.return"(%3) : (f32) -> ()
  }) : () -> ()
}) : () -> ()
