// Several dialects in one module, nested in symbol tables.
#loc4 = loc("mixed.mlir":5:21)
#loc10 = loc("a")
#loc11 = loc("mixed.mlir":11:30)
#map = affine_map<(d0) -> (d0)>
"builtin.module"() <{sym_name = "outer"}> ({
  "builtin.module"() <{sym_name = "inner"}> ({
    "memref.global"() <{constant, initial_value = dense<[1.000000e+00, 2.000000e+00, 3.000000e+00, 4.000000e+00]> : tensor<4xf32>, sym_name = "w", sym_visibility = "private", type = memref<4xf32>}> : () -> () loc(#loc2)
    "func.func"() <{function_type = (tensor<?xf32>) -> tensor<?xf32>, sym_name = "relu"}> ({
    ^bb0(%arg0: tensor<?xf32> loc("mixed.mlir":5:21)):
      %0 = "arith.constant"() <{value = 0.000000e+00 : f32}> : () -> f32 loc(#loc5)
      %1 = "arith.constant"() <{value = 0 : index}> : () -> index loc(#loc6)
      %2 = "tensor.dim"(%arg0, %1) : (tensor<?xf32>, index) -> index loc(#loc7)
      %3 = "tensor.empty"(%2) : (index) -> tensor<?xf32> loc(#loc8)
      %4 = "linalg.generic"(%arg0, %3) <{indexing_maps = [#map, #map], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
      ^bb0(%arg1: f32 loc("a"), %arg2: f32 loc("mixed.mlir":11:30)):
        %5 = "arith.cmpf"(%arg1, %0) <{fastmath = #arith.fastmath<none>, predicate = 2 : i64}> : (f32, f32) -> i1 loc(#loc22)
        %6 = "scf.if"(%5) ({
          "scf.yield"(%arg1) : (f32) -> () loc(#loc14)
        }, {
          "scf.yield"(%0) : (f32) -> () loc(#loc15)
        }) : (i1) -> f32 loc(#loc13)
        "linalg.yield"(%6) : (f32) -> () loc(#loc16)
      }) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32> loc(#loc9)
      "func.return"(%4) : (tensor<?xf32>) -> () loc(#loc17)
    }) {llvm.emit_c_interface} : () -> () loc(#loc3)
  }) : () -> () loc(#loc1)
  "func.func"() <{function_type = () -> (), sym_name = "main"}> ({
    "foo.launch"() {fn = @inner::@relu} : () -> () loc(#loc23)
    "func.return"() : () -> () loc(#loc21)
  }) : () -> () loc(#loc18)
}) {dlti.dl_spec = #dlti.dl_spec<#dlti.dl_entry<index, 32 : i64>>} : () -> () loc(#loc)
#loc = loc("mixed.mlir":2:1)
#loc1 = loc("mixed.mlir":3:3)
#loc2 = loc("mixed.mlir":4:5)
#loc3 = loc("mixed.mlir":5:5)
#loc5 = loc("mixed.mlir":6:12)
#loc6 = loc("mixed.mlir":7:13)
#loc7 = loc("mixed.mlir":8:12)
#loc8 = loc("mixed.mlir":9:12)
#loc9 = loc("mixed.mlir":10:12)
#loc12 = loc("relu.py":3:4)
#loc13 = loc("mixed.mlir":13:14)
#loc14 = loc("mixed.mlir":14:11)
#loc15 = loc("mixed.mlir":16:11)
#loc16 = loc("mixed.mlir":18:9)
#loc17 = loc(unknown)
#loc18 = loc("mixed.mlir":23:3)
#loc19 = loc("x")
#loc20 = loc("y")
#loc21 = loc("mixed.mlir":25:5)
#loc22 = loc("cmp"(#loc12))
#loc23 = loc(fused<#foo.why<"because">>[#loc19, #loc20])
