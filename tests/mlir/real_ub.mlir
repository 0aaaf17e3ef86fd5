// ub: poison values.
"builtin.module"() ({
  "func.func"() <{function_type = () -> vector<4xi64>, sym_name = "f"}> ({
    %0 = "ub.poison"() <{value = #ub.poison}> : () -> i32
    %1 = "ub.poison"() <{value = #ub.poison}> : () -> vector<4xi64>
    %2 = "ub.poison"() <{value = #ub.poison}> : () -> tensor<?xf32>
    "func.return"(%1) : (vector<4xi64>) -> ()
  }) : () -> ()
}) : () -> ()
