// omp: parallel regions, work sharing, reductions.
"builtin.module"() ({
  "omp.declare_reduction"() <{sym_name = "add", type = f32}> ({
  ^bb0(%arg9: f32):
    %1 = "arith.constant"() <{value = 0.000000e+00 : f32}> : () -> f32
    "omp.yield"(%1) : (f32) -> ()
  }, {
  ^bb0(%arg7: f32, %arg8: f32):
    %0 = "arith.addf"(%arg7, %arg8) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "omp.yield"(%0) : (f32) -> ()
  }, {
  }, {
  }) : () -> ()
  "func.func"() <{function_type = (index, index, index, i32, memref<i32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: index, %arg1: index, %arg2: index, %arg3: i32, %arg4: memref<i32>):
    "omp.parallel"(%arg3) <{operandSegmentSizes = array<i32: 0, 1, 0, 0, 0, 0>, proc_bind_val = #omp<procbindkind close>}> ({
      "omp.wsloop"() <{nowait, operandSegmentSizes = array<i32: 0, 0, 0, 0>, ordered_val = 0 : i64, schedule_val = #omp<schedulekind dynamic>}> ({
        "omp.loop_nest"(%arg0, %arg0, %arg1, %arg1, %arg2, %arg2) <{inclusive}> ({
        ^bb0(%arg5: index, %arg6: index):
          "omp.ordered.region"() ({
            "omp.terminator"() : () -> ()
          }) : () -> ()
          "omp.yield"() : () -> ()
        }) : (index, index, index, index, index, index) -> ()
        "omp.terminator"() : () -> ()
      }) : () -> ()
      "omp.barrier"() : () -> ()
      "omp.critical"() ({
        "omp.terminator"() : () -> ()
      }) : () -> ()
      "omp.sections"() <{operandSegmentSizes = array<i32: 0, 0, 0>}> ({
        "omp.section"() ({
          "omp.terminator"() : () -> ()
        }) : () -> ()
        "omp.terminator"() : () -> ()
      }) : () -> ()
      "omp.terminator"() : () -> ()
    }) : (i32) -> ()
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
// omp: targets and maps.
"builtin.module"() ({
  "omp.critical.declare"() <{hint_val = 10 : i64, sym_name = "lock"}> : () -> ()
  "func.func"() <{function_type = (memref<4xi32>, i1) -> (), sym_name = "g"}> ({
  ^bb0(%arg0: memref<4xi32>, %arg1: i1):
    %0 = "omp.map.info"(%arg0) <{map_capture_type = #omp<variable_capture_kind(ByRef)>, map_type = 3 : ui64, name = "p", operandSegmentSizes = array<i32: 1, 0, 0, 0>, partial_map = false, var_type = tensor<?xi32>}> : (memref<4xi32>) -> memref<4xi32>
    "omp.target"(%0) <{operandSegmentSizes = array<i32: 0, 0, 0, 0, 0, 0, 1, 0>}> ({
    ^bb0(%arg2: memref<4xi32>):
      "omp.terminator"() : () -> ()
    }) : (memref<4xi32>) -> ()
    "omp.task"(%arg1) <{operandSegmentSizes = array<i32: 1, 0, 0, 0, 0, 0, 0>, untied}> ({
      "omp.taskyield"() : () -> ()
      "omp.terminator"() : () -> ()
    }) : (i1) -> ()
    "omp.flush"(%arg0) : (memref<4xi32>) -> ()
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
