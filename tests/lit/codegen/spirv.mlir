// REQUIRES: spirv-val, spirv-dis
// RUN: layoutc %s --passes= --emit=spirv -o %t
// RUN: spirv-val --target-env spv1.3 %t
// RUN: spirv-dis %t | FileCheck %s

// Standard output receives the same bytes.
// RUN: layoutc %s --passes= --emit=spirv > %t.stdout
// RUN: cmp %t %t.stdout

layout.tensor @big : tensor<70000x70000xi8>

// CHECK: Version: 1.3
// CHECK: OpCapability Shader
// CHECK-NEXT: OpCapability Linkage
// CHECK-NEXT: OpCapability Int64
// CHECK: OpDecorate %byte_big LinkageAttributes "byte_big" Export
// CHECK: %byte_big = OpFunction %ulong Const
// CHECK-NEXT: %[[I:[a-z0-9_]+]] = OpFunctionParameter %ulong
// CHECK-NEXT: %[[J:[a-z0-9_]+]] = OpFunctionParameter %ulong
// CHECK: %[[ROW:[0-9]+]] = OpIMul %ulong %[[I]] %ulong_70000
// CHECK: %[[SUM:[0-9]+]] = OpIAdd %ulong %[[ROW]] %[[J]]
// CHECK: OpReturnValue %[[SUM]]
func.func @byte_big(%i: i64, %j: i64) -> i64 attributes {layout.address = {of = @big, unit = "byte", lengths = array<i64: 70000, 70000>}} {
  %c = "arith.constant"() <{value = 70000 : i64}> : () -> i64
  %row = "arith.muli"(%i, %c) : (i64, i64) -> i64
  %sum = "arith.addi"(%row, %j) : (i64, i64) -> i64
  return %sum : i64
}
