// cf: branches, switches, assertions.
"builtin.module"() ({
  "func.func"() <{function_type = (i32, i1) -> i32, sym_name = "f"}> ({
  ^bb0(%arg0: i32, %arg1: i1):
    "cf.assert"(%arg1) <{msg = "x must be \22fine\22\0A"}> : (i1) -> ()
    "cf.switch"(%arg0, %arg0, %arg0)[^bb2, ^bb1, ^bb2] <{case_operand_segments = array<i32: 0, 1>, case_values = dense<[42, -1]> : vector<2xi32>, operandSegmentSizes = array<i32: 1, 1, 1>}> : (i32, i32, i32) -> ()
  ^bb1:  // pred: ^bb0
    %0 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    "cf.cond_br"(%arg1, %0)[^bb2, ^bb3] <{operandSegmentSizes = array<i32: 1, 1, 0>}> : (i1, i32) -> ()
  ^bb2(%1: i32):  // 3 preds: ^bb0, ^bb0, ^bb1
    "cf.br"()[^bb3] : () -> ()
  ^bb3:  // 2 preds: ^bb1, ^bb2
    "func.return"(%arg0) : (i32) -> ()
  }) : () -> ()
}) : () -> ()
// -----
// cf: a loop in blocks.
"builtin.module"() ({
  "func.func"() <{function_type = (i32) -> i32, sym_name = "loop"}> ({
  ^bb0(%arg0: i32):
    %0 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %1 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    "cf.br"(%0, %0)[^bb1] : (i32, i32) -> ()
  ^bb1(%2: i32, %3: i32):  // 2 preds: ^bb0, ^bb2
    %4 = "arith.cmpi"(%2, %arg0) <{predicate = 2 : i64}> : (i32, i32) -> i1
    "cf.cond_br"(%4)[^bb2, ^bb3] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
  ^bb2:  // pred: ^bb1
    %5 = "arith.addi"(%3, %2) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    %6 = "arith.addi"(%2, %1) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "cf.br"(%6, %5)[^bb1] : (i32, i32) -> ()
  ^bb3:  // pred: ^bb1
    "func.return"(%3) : (i32) -> ()
  }) : () -> ()
}) : () -> ()
