// arith: integer and float sums with flags and fast-math.
#loc2 = loc("arith.mlir":2:17)
#loc3 = loc("arith.mlir":2:26)
"builtin.module"() ({
  "func.func"() <{function_type = (f32, i32) -> (f32, i32), sym_name = "poly"}> ({
  ^bb0(%arg0: f32 loc("arith.mlir":2:17), %arg1: i32 loc("arith.mlir":2:26)):
    %0 = "arith.constant"() <{value = 2.000000e+00 : f32}> : () -> f32 loc(#loc4)
    %1 = "arith.constant"() <{value = -7 : i32}> : () -> i32 loc(#loc5)
    %2 = "arith.mulf"(%arg0, %0) <{fastmath = #arith.fastmath<reassoc,contract>}> : (f32, f32) -> f32 loc(#loc6)
    %3 = "arith.addf"(%2, %arg0) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32 loc(#loc7)
    %4 = "arith.muli"(%arg1, %1) <{overflowFlags = #arith.overflow<nsw, nuw>}> : (i32, i32) -> i32 loc(#loc8)
    %5 = "arith.addi"(%4, %arg1) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32 loc(#loc9)
    "func.return"(%3, %5) : (f32, i32) -> () loc(#loc10)
  }) : () -> () loc(#loc1)
}) : () -> () loc(#loc)
#loc = loc("arith.mlir":0:0)
#loc1 = loc("arith.mlir":2:1)
#loc4 = loc("arith.mlir":3:10)
#loc5 = loc("arith.mlir":4:8)
#loc6 = loc("arith.mlir":5:8)
#loc7 = loc("arith.mlir":6:8)
#loc8 = loc("arith.mlir":7:8)
#loc9 = loc("arith.mlir":8:8)
#loc10 = loc("arith.mlir":9:3)
// -----
// arith: comparisons, selects, casts, wide multiplication.
"builtin.module"() ({
  "func.func"() <{function_type = (i64, i64, vector<4xf32>, tensor<2x?xi8>) -> (i64, vector<4xi1>), sym_name = "mix"}> ({
  ^bb0(%arg0: i64, %arg1: i64, %arg2: vector<4xf32>, %arg3: tensor<2x?xi8>):
    %0 = "arith.cmpi"(%arg0, %arg1) <{predicate = 3 : i64}> : (i64, i64) -> i1
    %1 = "arith.select"(%0, %arg0, %arg1) : (i1, i64, i64) -> i64
    %2:2 = "arith.mulsi_extended"(%1, %arg1) : (i64, i64) -> (i64, i64)
    %3:2 = "arith.addui_extended"(%2#0, %2#1) : (i64, i64) -> (i64, i1)
    %4 = "arith.sitofp"(%3#0) : (i64) -> f64
    %5 = "arith.truncf"(%4) : (f64) -> f16
    %6 = "arith.constant"() <{value = dense<[0.000000e+00, -0.000000e+00, 1.500000e+00, 0x7F800000]> : vector<4xf32>}> : () -> vector<4xf32>
    %7 = "arith.cmpf"(%arg2, %6) <{fastmath = #arith.fastmath<none>, predicate = 13 : i64}> : (vector<4xf32>, vector<4xf32>) -> vector<4xi1>
    %8 = "arith.extsi"(%arg3) : (tensor<2x?xi8>) -> tensor<2x?xi32>
    %9 = "arith.index_cast"(%1) : (i64) -> index
    "func.return"(%3#0, %7) : (i64, vector<4xi1>) -> ()
  }) : () -> ()
}) : () -> ()
// -----
// arith: constants of every kind.
"builtin.module"() ({
  "func.func"() <{function_type = () -> (), sym_name = "constants"}> ({
    %0 = "arith.constant"() <{value = true}> : () -> i1
    %1 = "arith.constant"() <{value = 12 : index}> : () -> index
    %2 = "arith.constant"() <{value = 0x7FC00000 : f32}> : () -> f32
    %3 = "arith.constant"() <{value = dense<[[1, 2], [3, 4]]> : tensor<2x2xi16>}> : () -> tensor<2x2xi16>
    %4 = "arith.constant"() <{value = dense<1.000000e+00> : vector<[4]xf64>}> : () -> vector<[4]xf64>
    %5 = "arith.constant"() <{value = sparse<[[0, 1]], 3.000000e+00> : tensor<2x2xf32>}> : () -> tensor<2x2xf32>
    %6 = "arith.constant"() <{value = true}> : () -> i1
    %7 = "arith.constant"() <{value = dense<[1, 2, 3, 4, 5, 6, 7, 8]> : tensor<8xi8>}> : () -> tensor<8xi8>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
