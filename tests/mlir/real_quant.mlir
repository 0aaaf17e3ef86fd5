// quant: casts between stored and expressed values.
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<?x3xf32>, f32) -> tensor<?x3xi8>, sym_name = "f"}> ({
  ^bb0(%arg0: tensor<?x3xf32>, %arg1: f32):
    %0 = "quant.qcast"(%arg0) : (tensor<?x3xf32>) -> tensor<?x3x!quant.uniform<i8:f32:1, {2.000000e+00:1,5.000000e-01:-4,1.000000e+00}>>
    %1 = "quant.scast"(%0) : (tensor<?x3x!quant.uniform<i8:f32:1, {2.000000e+00:1,5.000000e-01:-4,1.000000e+00}>>) -> tensor<?x3xi8>
    %2 = "quant.qcast"(%arg1) : (f32) -> !quant.uniform<i8<-127:127>:f32, 6.250000e-02:3>
    "func.return"(%1) : (tensor<?x3xi8>) -> ()
  }) : () -> ()
}) : () -> ()
