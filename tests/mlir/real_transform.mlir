// transform: a sequence that matches and tiles.
"builtin.module"() ({
  "transform.named_sequence"() <{arg_attrs = [{transform.consumed}], function_type = (!transform.any_op) -> (), sym_name = "__transform_main"}> ({
  ^bb0(%arg2: !transform.any_op):
    %0 = "transform.structured.match"(%arg2) <{ops = ["linalg.matmul"]}> : (!transform.any_op) -> !transform.any_op
    %1:4 = "transform.structured.tile_using_for"(%0) <{scalable_sizes = array<i1: false, false, true>, static_sizes = array<i64: 8, 4, 16>}> : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
    %2 = "transform.param.constant"() <{value = 4 : i64}> : () -> !transform.param<i64>
    %3 = "transform.foreach_match"(%arg2) <{actions = [@act], matchers = [@is]}> : (!transform.any_op) -> !transform.any_op
    "transform.yield"() : () -> ()
  }) : () -> ()
  "transform.named_sequence"() <{arg_attrs = [{transform.readonly}], function_type = (!transform.any_op) -> !transform.any_op, sym_name = "is"}> ({
  ^bb0(%arg1: !transform.any_op):
    "transform.match.operation_name"(%arg1) <{op_names = ["foo.op", "foo.other"]}> : (!transform.any_op) -> ()
    "transform.yield"(%arg1) : (!transform.any_op) -> ()
  }) : () -> ()
  "transform.named_sequence"() <{arg_attrs = [{transform.readonly}], function_type = (!transform.any_op) -> (), sym_name = "act"}> ({
  ^bb0(%arg0: !transform.any_op):
    "transform.debug.emit_remark_at"(%arg0) <{message = "here"}> : (!transform.any_op) -> ()
    "transform.yield"() : () -> ()
  }) : () -> ()
}) {transform.with_named_sequence} : () -> ()
// -----
// transform: alternatives, sequences with types.
"builtin.module"() ({
  "transform.sequence"() <{failure_propagation_mode = 1 : i32, operandSegmentSizes = array<i32: 0, 0>}> ({
  ^bb0(%arg0: !transform.op<"func.func">):
    %0 = "transform.cast"(%arg0) : (!transform.op<"func.func">) -> !transform.any_op
    "transform.alternatives"(%0) ({
    ^bb0(%arg2: !transform.any_op):
      "transform.yield"() : () -> ()
    }, {
    ^bb0(%arg1: !transform.any_op):
      "transform.yield"() : () -> ()
    }) : (!transform.any_op) -> ()
    "transform.apply_patterns"(%0) <{apply_cse, max_iterations = 5 : i64, max_num_rewrites = -1 : i64}> ({
      "transform.apply_patterns.canonicalization"() : () -> ()
    }) : (!transform.any_op) -> ()
    "transform.yield"() : () -> ()
  }) : () -> ()
}) : () -> ()
