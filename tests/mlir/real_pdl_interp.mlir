// pdl_interp: a matcher with switches and a loop.
"builtin.module"() ({
  "pdl_interp.func"() <{function_type = (!pdl.operation) -> (), sym_name = "matcher"}> ({
  ^bb0(%arg1: !pdl.operation):
    %0 = "pdl_interp.get_operand"(%arg1) <{index = 0 : i32}> : (!pdl.operation) -> !pdl.value
    "pdl_interp.check_operation_name"(%arg1)[^bb1, ^bb5] <{name = "foo.op"}> : (!pdl.operation) -> ()
  ^bb1:  // pred: ^bb0
    %1 = "pdl_interp.get_value_type"(%0) : (!pdl.value) -> !pdl.type
    "pdl_interp.switch_type"(%1)[^bb5, ^bb2, ^bb2] <{caseValues = [i32, f32]}> : (!pdl.type) -> ()
  ^bb2:  // 2 preds: ^bb1, ^bb1
    %2 = "pdl_interp.get_users"(%0) : (!pdl.value) -> !pdl.range<operation>
    "pdl_interp.foreach"(%2)[^bb3] ({
    ^bb0(%arg2: !pdl.operation):
      "pdl_interp.continue"() : () -> ()
    }) : (!pdl.range<operation>) -> ()
  ^bb3:  // pred: ^bb2
    %3 = "pdl_interp.create_attribute"() <{value = 10 : i64}> : () -> !pdl.attribute
    "pdl_interp.switch_operand_count"(%arg1)[^bb5, ^bb4, ^bb5] <{caseValues = dense<[1, 2]> : vector<2xi32>}> : (!pdl.operation) -> ()
  ^bb4:  // pred: ^bb3
    "pdl_interp.record_match"(%arg1, %arg1)[^bb5] <{benefit = 1 : i16, generatedOps = ["foo.new"], operandSegmentSizes = array<i32: 1, 1>, rewriter = @rewriters::@r, rootKind = "foo.op"}> : (!pdl.operation, !pdl.operation) -> ()
  ^bb5:  // 5 preds: ^bb0, ^bb1, ^bb3, ^bb3, ^bb4
    "pdl_interp.finalize"() : () -> ()
  }) : () -> ()
  "builtin.module"() <{sym_name = "rewriters"}> ({
    "pdl_interp.func"() <{function_type = (!pdl.operation) -> (), sym_name = "r"}> ({
    ^bb0(%arg0: !pdl.operation):
      "pdl_interp.erase"(%arg0) : (!pdl.operation) -> ()
      "pdl_interp.finalize"() : () -> ()
    }) : () -> ()
  }) : () -> ()
}) : () -> ()
