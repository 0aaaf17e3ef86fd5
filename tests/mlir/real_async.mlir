// async: functions, tokens, values, groups.
"builtin.module"() ({
  "async.func"() <{function_type = (f32) -> !async.value<f32>, sym_name = "f"}> ({
  ^bb0(%arg3: f32):
    "async.return"(%arg3) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (index, f32) -> f32, sym_name = "g"}> ({
  ^bb0(%arg0: index, %arg1: f32):
    %0:3 = "async.execute"() <{operandSegmentSizes = array<i32: 0, 0>}> ({
      %5 = "arith.constant"() <{value = 3 : i32}> : () -> i32
      "async.yield"(%arg1, %5) : (f32, i32) -> ()
    }) : () -> (!async.token, !async.value<f32>, !async.value<i32>)
    %1:2 = "async.execute"(%0#0, %0#1) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg2: f32):
      "async.yield"(%arg2) : (f32) -> ()
    }) : (!async.token, !async.value<f32>) -> (!async.token, !async.value<f32>)
    %2 = "async.create_group"(%arg0) : (index) -> !async.group
    %3 = "async.add_to_group"(%1#0, %2) : (!async.token, !async.group) -> index
    "async.await_all"(%2) : (!async.group) -> ()
    %4 = "async.await"(%1#1) : (!async.value<f32>) -> f32
    "func.return"(%4) : (f32) -> ()
  }) : () -> ()
}) : () -> ()
