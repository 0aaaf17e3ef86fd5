// REQUIRES: spirv-val, spirv-dis
// RUN: layoutc %s --target=shared --emit=spirv -o %t
// RUN: spirv-val --target-env vulkan1.1 %t
// RUN: spirv-dis %t | FileCheck %s
// RUN: layoutc %s --target=shared --emit=spirv-json | FileCheck %s --check-prefix=JSON
// RUN: layoutc %s --target=shared --passes=resolve-strides,lower-addressing,check-addresses --emit=none --stats 2>&1 | FileCheck %s --check-prefix=PROOF
// RUN: layoutc %s --target=small --emit=spirv-json | FileCheck %s --check-prefix=SMALL
// RUN: layoutc %s --target=tiny --emit=spirv-json | FileCheck %s --check-prefix=TINY
// RUN: layoutc %s --target=shared --passes=resolve-strides,lower-addressing -o %t.mlir
// RUN: not layoutc %t.mlir --target=tiny --emit=spirv --passes= -o %t 2>&1 | FileCheck %s --check-prefix=LIMIT

// A target with workgroup memory transposes tiles in it: loads, a barrier, and stores.

layout.target @shared {
  workgroup_memory = 16384 : i64,
  limits = {maxTensorElements = 1048576 : i64, maxTensorStride = 1048576 : i64, maxTensorSize = 1048576 : i64},
  features = {tensorNonPacked = true}
}
layout.target @small {
  workgroup_memory = 2048 : i64,
  limits = {maxTensorElements = 1048576 : i64, maxTensorStride = 1048576 : i64, maxTensorSize = 1048576 : i64},
  features = {tensorNonPacked = true}
}
layout.target @tiny {
  workgroup_memory = 64 : i64,
  limits = {maxTensorElements = 1048576 : i64, maxTensorStride = 1048576 : i64, maxTensorSize = 1048576 : i64},
  features = {tensorNonPacked = true}
}

// CHECK: OpTypeArray %uint %uint_1056
// CHECK: %tile = OpVariable %{{.*}} Workgroup
// CHECK: %reorder_f_y = OpFunction %void None
// CHECK: OpStore
// CHECK: OpControlBarrier %uint_2 %uint_2 %uint_264
// CHECK: OpStore
// CHECK: OpFunctionEnd
// JSON: "summary": "tile: 32 x 32 units of 4 bytes, in workgroup memory",
// JSON: "workgroups": [256, 1, 1],
// JSON-NEXT: "workgroup_memory": 4224,
// PROOF: 2  check-addresses (3): plans proven
// SMALL: "summary": "tile: 16 x 16 units of 4 bytes, in workgroup memory",
// SMALL: "workgroup_memory": 1088,
// TINY: "summary": "tile: 4 x 4 units of 4 bytes, in registers",
// TINY: "workgroup_memory": 0,
// LIMIT: error[L0606]: `@reorder_f_y` cannot be written as SPIR-V: its tile has 4224 bytes, but the workgroup memory of the target has 64
func.func @f(%x: tensor<512x512xf32>) {
  %y = layout.reorder %x : tensor<512x512xf32> -> tensor<512x512xf32, {order = affine_map<(d0, d1) -> (d1, d0)>}>
  return
}

// Rows of three channels are contiguous only together with the pixels, which registers transpose.
// JSON: "summary": "tile: 16 x 16 units of 1 byte, in registers",
// JSON: "workgroup_memory": 0,
func.func @g(%x: tensor<1x3x64x64xi8, {order = #layout.order<NCHW>}>) {
  %y = layout.reorder %x : tensor<1x3x64x64xi8, {order = #layout.order<NCHW>}> -> tensor<1x3x64x64xi8, {order = #layout.order<NHWC>}>
  return
}
