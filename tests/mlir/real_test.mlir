// test: ops of the test dialect, a graph region and an isolated one.
"builtin.module"() ({
  "func.func"() <{function_type = (i32) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: i32):
    "test.with_properties"() <{a = 1 : i64, array = array<i64: 1, 2, 3, 4>, b = "text"}> : () -> ()
    "test.graph_region"() ({
      "t.use"(%0) : (i32) -> ()
      %0 = "t.def"() : () -> i32
    }) : () -> ()
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
