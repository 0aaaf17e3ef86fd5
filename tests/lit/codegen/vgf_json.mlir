// The conversions of a function as a VGF file. Buffers of packed layouts have their dims, others the number of elements.

// RUN: layoutc %s --emit=vgf-json | FileCheck %s
// RUN: layoutc %s --passes='resolve-strides,lower-addressing,plan-memory' --emit=vgf-json | FileCheck %s --check-prefix=ARENA

// CHECK: "modules": [
// CHECK: "type": "COMPUTE",
// CHECK-NEXT: "name": "reorder_main_0",
// CHECK: "shader_type": "SPIR-V",
// CHECK: "resources": [
// CHECK: "category": "INPUT",
// CHECK-NEXT: "vk_descriptor_type": "VK_DESCRIPTOR_TYPE_STORAGE_BUFFER",
// CHECK-NEXT: "vk_format": "VK_FORMAT_R8_SINT",
// CHECK-NEXT: "shape": [2, 3, 5],
// CHECK: "category": "INPUT",
// The last row has its gap.
// CHECK: "shape": [32],
// CHECK: "category": "OUTPUT",
// CHECK: "shape": [5, 2, 3],
// CHECK: "model_sequence": {
// CHECK: "inputs": [
// CHECK: "name": "x",
// CHECK: "name": "p",
// CHECK: "segments": [
// CHECK: "name": "convert_0",
// CHECK-NEXT: "module_index": 0,
// CHECK: "mrt_index": 0,
// CHECK: "mrt_index": 2,
// CHECK: "dispatch_shape": [1, 1, 1],
// CHECK: "name": "convert_1",

// Buffers at the same offset of the arena share their memory.
// ARENA: "alias_group_id": 0,
// ARENA: "alias_group_id": 0,
// ARENA-NOT: alias_group_id

#t = affine_map<(d0, d1, d2) -> (d2, d0, d1)>
!plain = tensor<2x3x5xi8>
!turned = tensor<2x3x5xi8, {order = #t}>
!padded = tensor<2x3x5xi8, {strides = [16, 5, 1]}>
func.func @main(%x: !plain, %p: !padded) -> (!turned, !turned, !plain) {
  %0 = layout.reorder %x : !plain -> !turned
  %1 = layout.reorder %p : !padded -> !turned
  %2 = layout.reorder %p : !padded -> tensor<2x3x5xi8, {strides = [40, 8, 1]}>
  %3 = layout.reorder %2 : tensor<2x3x5xi8, {strides = [40, 8, 1]}> -> tensor<2x3x5xi8, {strides = [48, 16, 1]}>
  %4 = layout.reorder %3 : tensor<2x3x5xi8, {strides = [48, 16, 1]}> -> tensor<2x3x5xi8, {strides = [56, 8, 1]}>
  %5 = layout.reorder %4 : tensor<2x3x5xi8, {strides = [56, 8, 1]}> -> !plain
  return %0, %1, %5 : !turned, !turned, !plain
}
