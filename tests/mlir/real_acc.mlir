// acc: data regions, compute constructs, loops.
"builtin.module"() ({
  "func.func"() <{function_type = (memref<10xf32>, i64, i1) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: memref<10xf32>, %arg1: i64, %arg2: i1):
    %0 = "arith.constant"() <{value = 0 : index}> : () -> index
    %1 = "arith.constant"() <{value = 10 : index}> : () -> index
    %2 = "arith.constant"() <{value = 1 : index}> : () -> index
    %3 = "acc.copyin"(%arg0) <{dataClause = #acc<data_clause acc_copyin>, implicit = false, name = "a", operandSegmentSizes = array<i32: 1, 0, 0, 0>, structured = true}> : (memref<10xf32>) -> memref<10xf32>
    "acc.data"(%3) <{operandSegmentSizes = array<i32: 0, 0, 0, 1>}> ({
      "acc.parallel"(%arg1, %arg1, %arg2) <{asyncOperandsDeviceType = [#acc.device_type<nvidia>], numGangsDeviceType = [#acc.device_type<none>], numGangsSegments = array<i32: 1>, operandSegmentSizes = array<i32: 1, 0, 1, 0, 0, 1, 0, 0, 0, 0, 0>}> ({
        "acc.loop"(%0, %1, %2) <{gang = [#acc.device_type<none>], inclusiveUpperbound = array<i1: true>, independent = [#acc.device_type<none>], operandSegmentSizes = array<i32: 1, 1, 1, 0, 0, 0, 0, 0, 0, 0>, vector = [#acc.device_type<none>]}> ({
        ^bb0(%arg3: index):
          "acc.yield"() : () -> ()
        }) : (index, index, index) -> ()
        "acc.yield"() : () -> ()
      }) : (i64, i64, i1) -> ()
      "acc.terminator"() : () -> ()
    }) : (memref<10xf32>) -> ()
    "acc.delete"(%3) <{dataClause = #acc<data_clause acc_copyin>, implicit = false, operandSegmentSizes = array<i32: 1, 0, 0>, structured = true}> : (memref<10xf32>) -> ()
    "acc.wait"(%arg1) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>}> : (i64) -> ()
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
