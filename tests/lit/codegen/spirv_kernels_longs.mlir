// REQUIRES: spirv-val, spirv-dis
// RUN: layoutc %s --emit=spirv -o %t
// RUN: spirv-val --target-env vulkan1.1 %t
// RUN: spirv-dis %t | FileCheck %s
// RUN: layoutc %s --emit=spirv-json | FileCheck %s --check-prefix=JSON
// RUN: layoutc %s --target=words --emit=spirv-asm | FileCheck %s --check-prefix=WORDS
// RUN: layoutc %s --target=words --emit=spirv-json | FileCheck %s --check-prefix=WORDS-JSON

// Kernels access words of 64 bits, in vectors of up to 32 bytes, except on a target without 64-bit integers.

layout.target @words {
  limits = {maxTensorElements = 1048576 : i64, maxTensorStride = 1048576 : i64, maxTensorSize = 1048576 : i64},
  features = {tensorNonPacked = true, shaderInt64 = false}
}

// CHECK: OpCapability Int64
// JSON: "capabilities": ["Shader", "Int64"],
// WORDS-NOT: Int64
// WORDS-JSON: "capabilities": ["Shader"],

// A copy of 20,000 bytes: two workgroups with two vectors for each invocation, and a rest of 113 vectors.
// CHECK: %reorder_copy_y = OpFunction %void None
// CHECK: OpULessThan %bool %{{.*}} %uint_256
// CHECK: OpLoad %v4ulong
// CHECK: OpLoad %v4ulong
// CHECK-NOT: OpBitcast
// CHECK: OpFunctionEnd
// JSON: "name": "reorder_copy_y",
// JSON: "workgroups": [3, 1, 1],
// JSON: "offset_multiple": 32,
// WORDS-JSON: "name": "reorder_copy_y",
// WORDS-JSON: "workgroups": [6, 1, 1],
func.func @copy(%x: tensor<5000xf32>) {
  %y = layout.reorder %x : tensor<5000xf32> -> tensor<5000xf32, {order = affine_map<(d0) -> (d0)>}>
  return
}

// A transposition splits the words in registers.
// CHECK: %reorder_transposed_y = OpFunction %void None
// CHECK: OpLoad %v2ulong
// CHECK: OpBitcast %v2uint
// CHECK: OpBitcast %ulong
// CHECK: OpFunctionEnd
func.func @transposed(%x: tensor<64x64xf32>) {
  %y = layout.reorder %x : tensor<64x64xf32> -> tensor<64x64xf32, {order = affine_map<(d0, d1) -> (d1, d0)>}>
  return
}

// Elements of 8 bytes are one word, also where they are moved one by one.
// CHECK: %reorder_element_y = OpFunction %void None
// CHECK: OpLoad %ulong
// CHECK-NOT: OpBitcast
// CHECK: OpFunctionEnd
func.func @element(%x: tensor<3x5xf64>) {
  %y = layout.reorder %x : tensor<3x5xf64> -> tensor<3x5xf64, {order = affine_map<(d0, d1) -> (d1, d0)>}>
  return
}
