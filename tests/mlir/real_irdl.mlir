// irdl: a dialect with a type, an attribute and an op.
"builtin.module"() ({
  "irdl.dialect"() <{sym_name = "cmath"}> ({
    "irdl.type"() <{sym_name = "complex"}> ({
      %3 = "irdl.is"() <{expected = f32}> : () -> !irdl.attribute
      %4 = "irdl.is"() <{expected = f64}> : () -> !irdl.attribute
      %5 = "irdl.any_of"(%3, %4) : (!irdl.attribute, !irdl.attribute) -> !irdl.attribute
      "irdl.parameters"(%5) : (!irdl.attribute) -> ()
    }) : () -> ()
    "irdl.attribute"() <{sym_name = "flag"}> ({
      %2 = "irdl.is"() <{expected = "on"}> : () -> !irdl.attribute
      "irdl.parameters"(%2) : (!irdl.attribute) -> ()
    }) : () -> ()
    "irdl.operation"() <{sym_name = "norm"}> ({
      %0 = "irdl.any"() : () -> !irdl.attribute
      %1 = "irdl.parametric"(%0) <{base_type = @cmath::@complex}> : (!irdl.attribute) -> !irdl.attribute
      "irdl.operands"(%1, %0, %0) <{variadicity = #irdl<variadicity_array[ single,  optional,  variadic]>}> : (!irdl.attribute, !irdl.attribute, !irdl.attribute) -> ()
      "irdl.results"(%0) <{variadicity = #irdl<variadicity_array[ single]>}> : (!irdl.attribute) -> ()
      "irdl.attributes"(%0) <{attributeValueNames = ["k"]}> : (!irdl.attribute) -> ()
    }) : () -> ()
  }) : () -> ()
}) : () -> ()
