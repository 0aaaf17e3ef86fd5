// complex: arithmetic and constants.
"builtin.module"() ({
  "func.func"() <{function_type = (complex<f32>, f64) -> f32, sym_name = "f"}> ({
  ^bb0(%arg0: complex<f32>, %arg1: f64):
    %0 = "complex.constant"() <{value = [1.000000e+00 : f32, -2.500000e+00 : f32]}> : () -> complex<f32>
    %1 = "complex.create"(%arg1, %arg1) : (f64, f64) -> complex<f64>
    %2 = "complex.mul"(%arg0, %0) <{fastmath = #arith.fastmath<nnan,ninf>}> : (complex<f32>, complex<f32>) -> complex<f32>
    %3 = "complex.exp"(%2) <{fastmath = #arith.fastmath<none>}> : (complex<f32>) -> complex<f32>
    %4 = "complex.eq"(%arg0, %3) : (complex<f32>, complex<f32>) -> i1
    %5 = "complex.re"(%3) <{fastmath = #arith.fastmath<none>}> : (complex<f32>) -> f32
    "func.return"(%5) : (f32) -> ()
  }) : () -> ()
}) : () -> ()
