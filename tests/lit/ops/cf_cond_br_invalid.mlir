// RUN: layoutc %s --emit=none --verify-diagnostics --split-input-file

"func.func"() <{function_type = (i1, i32) -> (), sym_name = "g"}> ({
^bb0(%p: i1, %a: i32):
  // expected-error @below [L0301] {{`cf.cond_br` passes 1 operand to a block with 0 arguments}}
  "cf.cond_br"(%p, %a)[^bb1, ^bb1] <{operandSegmentSizes = array<i32: 1, 0, 1>}> : (i1, i32) -> ()
// expected-note @below {{the block is here}}
^bb1:
  // expected-error @below [L0302] {{the condition of `cf.cond_br` is `i32`, but must be `i1`}}
  "cf.cond_br"(%a)[^bb2, ^bb2] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i32) -> ()
^bb2:
  // expected-error @below [L0301] {{`operandSegmentSizes` of `cf.cond_br` is [1, 1, 0], which does not match its 1 operand}}
  "cf.cond_br"(%p)[^bb1, ^bb1] <{operandSegmentSizes = array<i32: 1, 1, 0>}> : (i1) -> ()
}) : () -> ()
