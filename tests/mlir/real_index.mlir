// index: constants, arithmetic, comparisons, casts.
"builtin.module"() ({
  "func.func"() <{function_type = (index, i32) -> i1, sym_name = "f"}> ({
  ^bb0(%arg0: index, %arg1: i32):
    %0 = "index.constant"() <{value = -3 : index}> : () -> index
    %1 = "index.bool.constant"() <{value = true}> : () -> i1
    %2 = "index.add"(%arg0, %0) : (index, index) -> index
    %3 = "index.ceildivs"(%2, %arg0) : (index, index) -> index
    %4 = "index.castu"(%arg1) : (i32) -> index
    %5 = "index.sizeof"() : () -> index
    %6 = "index.cmp"(%3, %4) <{pred = #index<cmp_predicate ult>}> : (index, index) -> i1
    "func.return"(%6) : (i1) -> ()
  }) : () -> ()
}) : () -> ()
