// REQUIRES: spirv-val, spirv-dis, spirv-as
// RUN: layoutc %s --emit=spirv -o %t
// RUN: spirv-val --target-env vulkan1.1 %t
// RUN: spirv-dis %t | FileCheck %s
// RUN: layoutc %s --emit=spirv-asm | FileCheck %s
// RUN: layoutc %s --emit=spirv-asm -o %t.spvasm
// RUN: spirv-as --target-env spv1.3 %t.spvasm -o %t.again
// RUN: spirv-val --target-env vulkan1.1 %t.again

// Every reorder is an entry point. Without a reorder, or with `--spirv=library`, the module has functions to link.
// RUN: layoutc %s --emit=spirv-asm --spirv=library | FileCheck %s --check-prefix=LIBRARY
// LIBRARY: OpCapability Linkage
// LIBRARY-NOT: OpEntryPoint
// LIBRARY: OpDecorate %offset_x LinkageAttributes "offset_x" Export

// CHECK: OpCapability Shader
// CHECK-NEXT: OpCapability Int64
// CHECK-NEXT: OpCapability StorageBuffer8BitAccess
// CHECK-NEXT: OpExtension "SPV_KHR_8bit_storage"
// CHECK: OpMemoryModel Logical GLSL450
// CHECK-NEXT: OpEntryPoint GLCompute %reorder_f_y "reorder_f_y" %gl_GlobalInvocationID
// CHECK-NEXT: OpEntryPoint GLCompute %reorder_f_2 "reorder_f_2" %gl_GlobalInvocationID
// CHECK-NEXT: OpEntryPoint GLCompute %reorder_g_y "reorder_g_y" %gl_GlobalInvocationID
// CHECK-NEXT: OpEntryPoint GLCompute %reorder_h_y "reorder_h_y" %gl_GlobalInvocationID %gl_NumWorkGroups
// CHECK-NEXT: OpExecutionMode %reorder_f_y LocalSize 128 1 1
// CHECK: OpDecorate %source64 Binding 0
// CHECK-NEXT: OpDecorate %source64 Restrict
// CHECK-NEXT: OpDecorate %source64 NonWritable
// CHECK: OpDecorate %target128 Binding 1
// CHECK-NEXT: OpDecorate %target128 Aliased

layout.tensor @x : tensor<4x5xf32>
layout.address @offset_x of @x

// Rows of 5 elements have a stride of 8; the other slots of a row are zero. One invocation moves all three rows, with
// vectors of 16 and 8 bytes.
// CHECK: %reorder_f_y = OpFunction %void None
// CHECK: %[[NUMBER:[0-9]+]] = OpLoad %uint
// CHECK-NEXT: %[[INSIDE:[0-9]+]] = OpULessThan %bool %[[NUMBER]] %uint_1
// CHECK: OpAccessChain %{{.*}} %target128 %uint_0 %uint_0
// CHECK: OpStore
// CHECK: OpAccessChain %{{.*}} %target64 %uint_0 %uint_2
// CHECK: OpStore
// CHECK-NOT: OpStore
// CHECK: OpFunctionEnd
func.func @f(%x: tensor<3x5xi8>) {
  %y = layout.reorder %x : tensor<3x5xi8> -> tensor<3x5xi8, {order = #layout.order<NC>, reqs = #layout.reqs<m0: aligned<8 bytes>>}>
  // The value has no name, only a number.
  %2 = layout.reorder %y : tensor<3x5xi8, {order = #layout.order<NC>, reqs = #layout.reqs<m0: aligned<8 bytes>>}> -> tensor<3x5xi8, {order = #layout.order<NC>}>
  return
}

// A transposition by tiles of 4 rows and 8 columns, in registers. There are as many tiles as invocations, and all are
// whole: no comparison is emitted.
// CHECK: %reorder_g_y = OpFunction %void None
// CHECK-NOT: OpBranchConditional
// CHECK-COUNT-8: OpLoad %{{v2ulong|[0-9]+}} %
// CHECK-COUNT-16: OpBitcast %ulong
// CHECK-NOT: OpBitcast %ulong
// CHECK: OpFunctionEnd
func.func @g(%x: tensor<64x64xi32>) {
  %y = layout.reorder %x : tensor<64x64xi32> -> tensor<64x64xi32, {order = #layout.order<CN>}>
  return
}

// The length of a dynamic dim is a push constant.
// CHECK: %reorder_h_y = OpFunction %void None
// CHECK: %[[PUSHED:[0-9]+]] = OpAccessChain %{{.*}} %constants %uint_0
// CHECK-NEXT: OpLoad %uint %[[PUSHED]]
func.func @h(%x: tensor<?x16x8xi32>) {
  %y = layout.reorder %x : tensor<?x16x8xi32> -> tensor<?x16x8xi32, {order = affine_map<(n, c, w) -> (n, w, c)>}>
  return
}
