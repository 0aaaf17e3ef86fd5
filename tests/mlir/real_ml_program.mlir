// ml_program: globals, functions, subgraphs.
#extern = #ml_program.extern
"builtin.module"() ({
  "ml_program.global"() <{sym_name = "w", sym_visibility = "private", type = tensor<?xf32>, value = dense<4.000000e+00> : tensor<4xf32>}> : () -> ()
  "ml_program.global"() <{is_mutable, sym_name = "s", sym_visibility = "public", type = tensor<4xf32>, value = #extern}> : () -> ()
  "ml_program.func"() <{function_type = (tensor<?xf32>) -> tensor<?xf32>, sym_name = "f"}> ({
  ^bb0(%arg1: tensor<?xf32>):
    %0 = "ml_program.global_load_const"() <{global = @w}> : () -> tensor<?xf32>
    %1 = "ml_program.token"() : () -> !ml_program.token
    "ml_program.return"(%0) : (tensor<?xf32>) -> ()
  }) : () -> ()
  "ml_program.subgraph"() <{function_type = (i1) -> i1, sym_name = "g", sym_visibility = "private"}> ({
  ^bb0(%arg0: i1):
    "ml_program.output"(%arg0) : (i1) -> ()
  }) : () -> ()
}) : () -> ()
