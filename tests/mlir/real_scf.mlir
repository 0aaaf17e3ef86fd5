// scf: a loop with carried values.
"builtin.module"() ({
  "func.func"() <{function_type = (index, memref<?xf32>) -> f32, sym_name = "sum"}> ({
  ^bb0(%arg0: index, %arg1: memref<?xf32>):
    %0 = "arith.constant"() <{value = 0 : index}> : () -> index
    %1 = "arith.constant"() <{value = 1 : index}> : () -> index
    %2 = "arith.constant"() <{value = 0.000000e+00 : f32}> : () -> f32
    %3:2 = "scf.for"(%0, %arg0, %1, %2, %0) ({
    ^bb0(%arg2: index, %arg3: f32, %arg4: index):
      %4 = "memref.load"(%arg1, %arg2) : (memref<?xf32>, index) -> f32
      %5 = "arith.addf"(%arg3, %4) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "scf.yield"(%5, %arg2) : (f32, index) -> ()
    }) : (index, index, index, f32, index) -> (f32, index)
    "func.return"(%3#0) : (f32) -> ()
  }) : () -> ()
}) : () -> ()
// -----
// scf: conditions, a while loop, a switch.
"builtin.module"() ({
  "func.func"() <{function_type = (i1, i32, index) -> i32, sym_name = "control"}> ({
  ^bb0(%arg0: i1, %arg1: i32, %arg2: index):
    %0 = "scf.if"(%arg0) ({
      "scf.yield"(%arg1) : (i32) -> ()
    }, {
      %6 = "arith.constant"() <{value = 1 : i32}> : () -> i32
      "scf.yield"(%6) : (i32) -> ()
    }) : (i1) -> i32
    "scf.if"(%arg0) ({
      "t.effect"() : () -> ()
      "scf.yield"() : () -> ()
    }, {
    }) : (i1) -> ()
    %1 = "scf.while"(%0) ({
    ^bb0(%arg4: i32):
      %4 = "arith.constant"() <{value = 10 : i32}> : () -> i32
      %5 = "arith.cmpi"(%arg4, %4) <{predicate = 2 : i64}> : (i32, i32) -> i1
      "scf.condition"(%5, %arg4) : (i1, i32) -> ()
    }, {
    ^bb0(%arg3: i32):
      %3 = "arith.addi"(%arg3, %arg3) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      "scf.yield"(%3) : (i32) -> ()
    }) : (i32) -> i32
    %2 = "scf.index_switch"(%arg2) <{cases = array<i64: 2, -5>}> ({
      "scf.yield"(%0) : (i32) -> ()
    }, {
      "scf.yield"(%1) : (i32) -> ()
    }, {
      "scf.yield"(%arg1) : (i32) -> ()
    }) : (index) -> i32
    "func.return"(%2) : (i32) -> ()
  }) : () -> ()
}) : () -> ()
// -----
// scf: parallel loops with a reduction, forall with shared outputs.
"builtin.module"() ({
  "func.func"() <{function_type = (index, f32, tensor<?xf32>) -> (f32, tensor<?xf32>), sym_name = "par"}> ({
  ^bb0(%arg0: index, %arg1: f32, %arg2: tensor<?xf32>):
    %0 = "arith.constant"() <{value = 0 : index}> : () -> index
    %1 = "arith.constant"() <{value = 1 : index}> : () -> index
    %2 = "scf.parallel"(%0, %0, %arg0, %arg0, %1, %1, %arg1) <{operandSegmentSizes = array<i32: 2, 2, 2, 1>}> ({
    ^bb0(%arg5: index, %arg6: index):
      %6 = "arith.constant"() <{value = 1.000000e+00 : f32}> : () -> f32
      "scf.reduce"(%6) ({
      ^bb0(%arg7: f32, %arg8: f32):
        %7 = "arith.addf"(%arg7, %arg8) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
        "scf.reduce.return"(%7) : (f32) -> ()
      }) : (f32) -> ()
    }) : (index, index, index, index, index, index, f32) -> f32
    %3 = "scf.forall"(%arg0, %arg2) <{mapping = [#gpu.block<x>], operandSegmentSizes = array<i32: 0, 1, 0, 1>, staticLowerBound = array<i64: 0>, staticStep = array<i64: 1>, staticUpperBound = array<i64: -9223372036854775808>}> ({
    ^bb0(%arg3: index, %arg4: tensor<?xf32>):
      %5 = "tensor.extract_slice"(%arg2, %arg3) <{operandSegmentSizes = array<i32: 1, 1, 0, 0>, static_offsets = array<i64: -9223372036854775808>, static_sizes = array<i64: 1>, static_strides = array<i64: 1>}> : (tensor<?xf32>, index) -> tensor<1xf32>
      "scf.forall.in_parallel"() ({
        "tensor.parallel_insert_slice"(%5, %arg4, %arg3) <{operandSegmentSizes = array<i32: 1, 1, 1, 0, 0>, static_offsets = array<i64: -9223372036854775808>, static_sizes = array<i64: 1>, static_strides = array<i64: 1>}> : (tensor<1xf32>, tensor<?xf32>, index) -> ()
      }) : () -> ()
    }) : (index, tensor<?xf32>) -> tensor<?xf32>
    %4 = "scf.execute_region"() ({
      "scf.yield"(%2) : (f32) -> ()
    }) : () -> f32
    "func.return"(%4, %3) : (f32, tensor<?xf32>) -> ()
  }) : () -> ()
}) : () -> ()
