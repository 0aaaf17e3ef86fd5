// RUN: layoutc %s --target=npu --passes=plan-memory | FileCheck %s
// RUN: layoutc %s --target=npu --passes=plan-memory --emit=none --diagnostics=short 2>&1 | FileCheck %s --check-prefix=REMARK

// A rule for the qualified name of an op permits to overwrite its operands.
// REMARK: `inplace` of the rule for `com.microsoft.Gelu` of target `@npu` names operand 1, but each `com.microsoft.Gelu` has at most 1 operand

#v = {strides = [1]}

layout.target @npu {
  layout.rule "com.microsoft.Gelu" [#layout.choice<same>] inplace = [0, 1]
}

// CHECK: layout.arena_size = 256 : i64
// CHECK: "onnx.Custom"(%0) {domain_name = "com.microsoft", function_name = "Gelu", layout.arena = {offset = 0 : i64, size = 256 : i64}, layout.inplace = array<i64: 0>}
func.func @f(%x: tensor<64xf32, #v>) -> tensor<64xf32, #v> {
  %0 = "my.conv"(%x) : (tensor<64xf32, #v>) -> tensor<64xf32, #v>
  %1 = "onnx.Custom"(%0) {domain_name = "com.microsoft", function_name = "Gelu"} : (tensor<64xf32, #v>) -> tensor<64xf32, #v>
  %2 = "my.conv"(%1) : (tensor<64xf32, #v>) -> tensor<64xf32, #v>
  return %2 : tensor<64xf32, #v>
}
