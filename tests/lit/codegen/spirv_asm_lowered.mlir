// RUN: layoutc %s --emit=spirv-asm | FileCheck %s

// Requests are lowered to functions without further flags, because the emitter runs the required passes.

layout.tensor @x : tensor<4x5xf32, {reqs = #layout.reqs<m0: aligned<32 bytes>>}>
layout.address @offset_x of @x

// CHECK: OpDecorate %offset_x LinkageAttributes "offset_x" Export
// CHECK: %offset_x = OpFunction %uint Const
// CHECK-NOT: OpIMul
// CHECK: OpShiftLeftLogical %uint %d0 %uint_3
// CHECK: OpReturnValue
// CHECK-NEXT: OpFunctionEnd
// CHECK-NOT: OpFunction{{ }}
