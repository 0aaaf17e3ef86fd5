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
// CHECK-NEXT: OpCapability StorageBuffer8BitAccess
// CHECK-NEXT: OpExtension "SPV_KHR_8bit_storage"
// CHECK: OpMemoryModel Logical GLSL450
// CHECK-NEXT: OpEntryPoint GLCompute %reorder_f_y "reorder_f_y" %gl_GlobalInvocationID
// CHECK-NEXT: OpEntryPoint GLCompute %reorder_f_2 "reorder_f_2" %gl_GlobalInvocationID
// CHECK-NEXT: OpEntryPoint GLCompute %reorder_g_y "reorder_g_y" %gl_GlobalInvocationID
// CHECK-NEXT: OpExecutionMode %reorder_f_y LocalSize 128 1 1
// CHECK: OpDecorate %source8 Binding 0
// CHECK: OpDecorate %target8 Binding 1
// CHECK: OpDecorate %source8 NonWritable

layout.tensor @x : tensor<4x5xf32>
layout.address @offset_x of @x

// Rows of 5 elements have a stride of 8; the other slots of a row are zero.
// CHECK: %reorder_f_y = OpFunction %void None
// CHECK: %[[SLOT:[0-9]+]] = OpLoad %uint
// CHECK-NEXT: %[[INSIDE:[0-9]+]] = OpULessThan %bool %[[SLOT]] %uint_24
// CHECK-NEXT: OpSelectionMerge %[[END:[0-9]+]] None
// CHECK-NEXT: OpBranchConditional %[[INSIDE]] %[[BODY:[0-9]+]] %[[END]]
// CHECK: OpULessThan %bool %{{.*}} %uint_5
// CHECK: %[[READ:[0-9]+]] = OpLoad %uchar
// CHECK-NEXT: %[[WIDE:[0-9]+]] = OpUConvert %uint %[[READ]]
// CHECK: %[[STORED:[0-9]+]] = OpPhi %uint %uint_0 %[[BODY]] %[[WIDE]]
// CHECK-NEXT: %[[NARROW:[0-9]+]] = OpUConvert %uchar %[[STORED]]
// CHECK-NEXT: %[[TO:[0-9]+]] = OpAccessChain %{{.*}} %target8 %uint_0 %[[SLOT]]
// CHECK-NEXT: OpStore %[[TO]] %[[NARROW]]
func.func @f(%x: tensor<3x5xi8>) {
  %y = layout.reorder %x : tensor<3x5xi8> -> tensor<3x5xi8, {order = #layout.order<NC>, reqs = #layout.reqs<m0: aligned<8 bytes>>}>
  // The value has no name, only a number.
  %2 = layout.reorder %y : tensor<3x5xi8, {order = #layout.order<NC>, reqs = #layout.reqs<m0: aligned<8 bytes>>}> -> tensor<3x5xi8, {order = #layout.order<NC>}>
  return
}

// As many slots as invocations, and no padding: no comparison is emitted.
// CHECK: %reorder_g_y = OpFunction %void None
// CHECK-NOT: OpBranchConditional
// CHECK: OpFunctionEnd
func.func @g(%x: tensor<16x8xi32>) {
  %y = layout.reorder %x : tensor<16x8xi32> -> tensor<16x8xi32, {order = #layout.order<CN>}>
  return
}
