// emitc: functions, calls, expressions, verbatim text.
"builtin.module"() ({
  "emitc.include"() <{include = "math.h", is_standard_include}> : () -> ()
  "emitc.include"() <{include = "own.h"}> : () -> ()
  "emitc.declare_func"() <{sym_name = @f}> : () -> ()
  "emitc.global"() <{initial_value = dense<[[1.000000e+00, 2.000000e+00], [3.000000e+00, 4.000000e+00]]> : tensor<2x2xf32>, static_specifier, sym_name = "table", type = !emitc.array<2x2xf32>}> : () -> ()
  "emitc.func"() <{function_type = (i32, !emitc.ptr<!emitc.opaque<"struct s<int>">>) -> i32, specifiers = ["static", "inline"], sym_name = "f"}> ({
  ^bb0(%arg0: i32, %arg1: !emitc.ptr<!emitc.opaque<"struct s<int>">>):
    %0 = "emitc.constant"() <{value = #emitc.opaque<"NULL">}> : () -> !emitc.ptr<i32>
    %1 = "emitc.call_opaque"(%arg0, %arg0) <{args = [0 : index, #emitc.opaque<"42">, 1 : index], callee = "std::max", template_args = [i32, 3]}> : (i32, i32) -> i32
    %2 = "emitc.expression"() ({
      %4 = "emitc.add"(%1, %arg0) : (i32, i32) -> i32
      "emitc.yield"(%4) : (i32) -> ()
    }) : () -> i32
    "emitc.verbatim"() <{value = "#ifdef X // \22y\22 > {"}> : () -> ()
    %3 = "emitc.variable"() <{value = #emitc.opaque<"">}> : () -> i32
    "emitc.assign"(%3, %2) : (i32, i32) -> ()
    "emitc.return"(%3) : (i32) -> ()
  }) : () -> ()
}) : () -> ()
