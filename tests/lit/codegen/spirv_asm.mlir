// RUN: layoutc %s --passes= --emit=spirv-asm | FileCheck %s

layout.tensor @x : tensor<4x5xf32>
layout.descriptor @rows {
  %m, %n = layout.strided [3, 4] strides [8, 1]
  %i = layout.pass_through %m
  %j = layout.pad %n low 0 high 1
  layout.yield %i, %j
}

// CHECK: OpCapability Shader
// CHECK-NEXT: OpCapability Linkage
// CHECK-NEXT: OpMemoryModel Logical GLSL450
// CHECK: OpDecorate %offset_x LinkageAttributes "offset_x" Export
// CHECK-NEXT: OpDecorate %offset_rows LinkageAttributes "offset_rows" Export
// CHECK: %[[LOCATED:[a-z]+]] = OpTypeStruct %uint %bool

// CHECK: %offset_x = OpFunction %uint Const
// CHECK-NEXT: %[[I:[a-z0-9_]+]] = OpFunctionParameter %uint
// CHECK-NEXT: %[[J:[a-z0-9_]+]] = OpFunctionParameter %uint
// CHECK-NEXT: OpLabel
// CHECK-NEXT: %[[ROW:[0-9]+]] = OpIMul %uint %[[I]] %uint_5
// CHECK-NEXT: %[[SUM:[0-9]+]] = OpIAdd %uint %[[ROW]] %[[J]]
// CHECK-NEXT: OpReturnValue %[[SUM]]
// CHECK-NEXT: OpFunctionEnd
func.func @offset_x(%i: i32, %j: i32) -> i32 attributes {layout.address = {of = @x, unit = "element", lengths = array<i64: 4, 5>}} {
  %c5 = "arith.constant"() <{value = 5 : i32}> : () -> i32
  %row = "arith.muli"(%i, %c5) : (i32, i32) -> i32
  %sum = "arith.addi"(%row, %j) : (i32, i32) -> i32
  return %sum : i32
}

// Some indices are invalid, so the result is an offset and a boolean.
// CHECK: %offset_rows = OpFunction %[[LOCATED]] Const
// CHECK: %[[VALID:[0-9]+]] = OpULessThan %bool %{{.*}} %uint_4
// CHECK: %[[SHIFTED:[0-9]+]] = OpShiftLeftLogical %uint %{{.*}} %uint_3
// CHECK: %[[OFFSET:[0-9]+]] = OpBitwiseOr %uint %[[SHIFTED]]
// CHECK: %[[BOTH:[0-9]+]] = OpCompositeConstruct %[[LOCATED]] %[[OFFSET]] %[[VALID]]
// CHECK: OpReturnValue %[[BOTH]]
func.func @offset_rows(%i: i32, %j: i32) -> (i32, i1) attributes {layout.address = {of = @rows, unit = "element", lengths = array<i64: 3, 5>}} {
  %c4 = "arith.constant"() <{value = 4 : i32}> : () -> i32
  %c3 = "arith.constant"() <{value = 3 : i32}> : () -> i32
  %valid = "arith.cmpi"(%j, %c4) <{predicate = 6 : i64}> : (i32, i32) -> i1
  %row = "arith.shli"(%i, %c3) : (i32, i32) -> i32
  %offset = "arith.ori"(%row, %j) : (i32, i32) -> i32
  return %offset, %valid : i32, i1
}

// Functions that are not addressing functions are left out.
// CHECK-NOT: OpFunction{{ }}
func.func @other(%x: i32) -> i32 {
  return %x : i32
}
