// func: many functions, printed with locations at the end of the file.
#loc2 = loc("prog.c":1:1)
#loc3 = loc("func.mlir":3:36)
#loc9 = loc("a"(#loc2))
"builtin.module"() ({
  "func.func"() <{function_type = (i32, f32) -> (i32, f32), sym_name = "f"}> ({
  ^bb0(%arg0: i32 loc("a"(#loc2)), %arg1: f32 loc("func.mlir":3:36)):
    %0:2 = "func.call"(%arg0, %arg1) <{callee = @g}> : (i32, f32) -> (i32, f32) loc(#loc10)
    %1 = "func.constant"() <{value = @g}> : () -> ((i32, f32) -> (i32, f32)) loc(#loc5)
    %2:2 = "func.call_indirect"(%1, %0#0, %0#1) : ((i32, f32) -> (i32, f32), i32, f32) -> (i32, f32) loc(#loc11)
    "func.return"(%2#0, %2#1) : (i32, f32) -> () loc(#loc7)
  }) : () -> () loc(#loc1)
  "func.func"() <{function_type = (i32, f32) -> (i32, f32), res_attrs = [{t.a}, {}], sym_name = "g", sym_visibility = "private"}> ({
  }) : () -> () loc(#loc8)
}) : () -> () loc(#loc)
#loc = loc("func.mlir":0:0)
#loc1 = loc("f")
#loc4 = loc("prog.c":9:9)
#loc5 = loc("func.mlir":5:8)
#loc6 = loc("x")
#loc7 = loc("func.mlir":7:3)
#loc8 = loc("func.mlir":9:1)
#loc10 = loc(callsite(#loc2 at #loc4))
#loc11 = loc(fused<"inlined">[#loc2, #loc6])
// -----
// func: names of values with the printer's unique numbers.
"builtin.module"() ({
  "func.func"() <{function_type = (i32) -> i32, sym_name = "f"}> ({
  ^bb0(%arg1: i32):
    %0 = "arith.addi"(%arg1, %arg1) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    %1 = "t.region"() ({
      %2 = "arith.addi"(%0, %arg1) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      "t.yield"(%2) : (i32) -> ()
    }) : () -> i32
    "func.return"(%1) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "g"}> ({
  ^bb0(%arg0: i32):
    "func.return"(%arg0) : (i32) -> ()
  }) : () -> ()
}) : () -> ()
// -----
// func: without aliases.
"builtin.module"() ({
  "func.func"() <{function_type = (memref<4x4xf32, affine_map<(d0, d1) -> (d1, d0)>>, tensor<4x4xf32, {order = affine_map<(d0, d1) -> (d1, d0)>}>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: memref<4x4xf32, affine_map<(d0, d1) -> (d1, d0)>>, %arg1: tensor<4x4xf32, {order = affine_map<(d0, d1) -> (d1, d0)>}>):
    "t.op"() {map = affine_map<(d0, d1) -> (d1, d0)>, set = affine_set<(d0)[s0] : (d0 - s0 >= 0)>} : () -> ()
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
