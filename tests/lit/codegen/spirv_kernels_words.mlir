// REQUIRES: spirv-val, spirv-dis
// RUN: layoutc %s --target=words --emit=spirv -o %t
// RUN: spirv-val --target-env vulkan1.1 %t
// RUN: spirv-dis %t | FileCheck %s
// RUN: layoutc %s --target=words --emit=spirv-json | FileCheck %s --check-prefix=JSON
// RUN: layoutc %s --target=bytes --emit=spirv-asm | FileCheck %s --check-prefix=BYTES

// Without arrays of bytes, kernels access words of 32 bits, and write parts of words by atomic operations.

layout.target @words {
  limits = {maxTensorStride = 65536 : i64},
  features = {tensorNonPacked = true}
}
layout.target @bytes {
  limits = {maxTensorStride = 65536 : i64},
  features = {tensorNonPacked = true, storageBuffer8BitAccess = true, storageBuffer16BitAccess = false}
}

// CHECK-NOT: StorageBuffer8BitAccess
// CHECK: %reorder_f_y = OpFunction %void None
// CHECK: OpAtomicAnd %uint %{{.*}} %uint_1 %uint_0
// CHECK: OpAtomicOr %uint %{{.*}} %uint_1 %uint_0
// CHECK: OpFunctionEnd
// JSON: "capabilities": ["Shader"],
// JSON: "size_multiple": 4,
// BYTES: OpCapability StorageBuffer8BitAccess
// BYTES-NOT: OpAtomic
func.func @f(%x: tensor<3x5xi8>) {
  %y = layout.reorder %x : tensor<3x5xi8> -> tensor<3x5xi8, {order = affine_map<(d0, d1) -> (d1, d0)>}>
  return
}

// Words are stored whole where they belong to one tensor.
// CHECK: %reorder_g_y = OpFunction %void None
// CHECK-NOT: OpAtomic
// CHECK: OpFunctionEnd
func.func @g(%x: tensor<32x32xi8>) {
  %y = layout.reorder %x : tensor<32x32xi8> -> tensor<32x32xi8, {order = affine_map<(d0, d1) -> (d1, d0)>}>
  return
}
