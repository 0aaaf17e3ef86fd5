// pdl: a pattern with operands, types, attributes and native code.
"builtin.module"() ({
  "pdl.pattern"() <{benefit = 3 : i16, sym_name = "swap"}> ({
    %0 = "pdl.type"() <{constantType = i32}> : () -> !pdl.type
    %1 = "pdl.operand"(%0) : (!pdl.type) -> !pdl.value
    %2 = "pdl.attribute"() <{value = 4 : i64}> : () -> !pdl.attribute
    %3 = "pdl.attribute"() : () -> !pdl.attribute
    %4 = "pdl.operation"(%1, %1, %2, %3, %0) <{attributeValueNames = ["k", "other"], opName = "foo.add", operandSegmentSizes = array<i32: 2, 2, 1>}> : (!pdl.value, !pdl.value, !pdl.attribute, !pdl.attribute, !pdl.type) -> !pdl.operation
    %5 = "pdl.result"(%4) <{index = 0 : i32}> : (!pdl.operation) -> !pdl.value
    "pdl.apply_native_constraint"(%4, %0) <{isNegated = false, name = "isGood"}> : (!pdl.operation, !pdl.type) -> ()
    "pdl.rewrite"(%4) <{operandSegmentSizes = array<i32: 1, 0>}> ({
      %6 = "pdl.operation"(%1, %1, %0) <{attributeValueNames = [], opName = "foo.mul", operandSegmentSizes = array<i32: 2, 0, 1>}> : (!pdl.value, !pdl.value, !pdl.type) -> !pdl.operation
      %7 = "pdl.apply_native_rewrite"(%6) <{name = "make"}> : (!pdl.operation) -> !pdl.attribute
      "pdl.replace"(%4, %6) <{operandSegmentSizes = array<i32: 1, 1, 0>}> : (!pdl.operation, !pdl.operation) -> ()
    }) : (!pdl.operation) -> ()
  }) : () -> ()
}) : () -> ()
// -----
// pdl: ranges and an external rewriter.
"builtin.module"() ({
  "pdl.pattern"() <{benefit = 1 : i16}> ({
    %0 = "pdl.types"() <{constantTypes = [i32, f32]}> : () -> !pdl.range<type>
    %1 = "pdl.operands"(%0) : (!pdl.range<type>) -> !pdl.range<value>
    %2 = "pdl.operation"(%1, %0) <{attributeValueNames = [], operandSegmentSizes = array<i32: 1, 0, 1>}> : (!pdl.range<value>, !pdl.range<type>) -> !pdl.operation
    %3 = "pdl.results"(%2) : (!pdl.operation) -> !pdl.range<value>
    "pdl.rewrite"(%2, %1) <{name = "outside", operandSegmentSizes = array<i32: 1, 1>}> ({
    }) : (!pdl.operation, !pdl.range<value>) -> ()
  }) : () -> ()
}) : () -> ()
