// RUN: layoutc %s --emit=spirv-json | FileCheck %s
// RUN: layoutc %s --emit=spirv-json --spirv=kernels | FileCheck %s
// RUN: layoutc %s --emit=spirv-json --spirv=library | FileCheck %s --check-prefix=LIBRARY

// The interface of the modules of `spirv`: their entry points if the program has reorders.

// CHECK: "form": "kernels",
// CHECK-NEXT: "version": "1.3",
// CHECK-NEXT: "environment": "vulkan1.1",
// CHECK-NEXT: "capabilities": ["Shader", "StorageBuffer16BitAccess", "Int64"],
// CHECK-NEXT: "extensions": [],
// CHECK-NEXT: "entry_points": [
// CHECK-NEXT: {
// CHECK-NEXT: "name": "reorder_f_y",
// CHECK-NEXT: "function": "f",
// CHECK-NEXT: "source": "x",
// CHECK-NEXT: "target": "y",
// CHECK-NEXT: "element_type": "f16",
// CHECK-NEXT: "element_bits": 16,
// CHECK-NEXT: "fills_padding": true,
// CHECK-NEXT: "copy": false,
// CHECK-NEXT: "copy_region": null,
// CHECK-NEXT: "plan": {
// CHECK-NEXT: "method": "tile",
// CHECK-NEXT: "summary": "tile: 8 x 8 units of 2 bytes, in registers",
// CHECK: "read_bytes": 1020,
// CHECK-NEXT: "written_bytes": 1200
// CHECK-NEXT: },
// CHECK-NEXT: "local_size": [128, 1, 1],
// CHECK-NEXT: "workgroups": [1, 1, 1],
// CHECK-NEXT: "workgroup_memory": 0,
// CHECK-NEXT: "size_multiple": 1,
// CHECK-NEXT: "offset_multiple": 32,
// CHECK-NEXT: "push_constants": [],
// CHECK-NEXT: "bindings": [
// CHECK-NEXT: {
// CHECK-NEXT: "name": "source",
// CHECK-NEXT: "set": 0,
// CHECK-NEXT: "binding": 0,
// CHECK-NEXT: "type": "VK_DESCRIPTOR_TYPE_STORAGE_BUFFER",
// CHECK-NEXT: "access": "read",
// CHECK-NEXT: "slots": 510,
// CHECK-NEXT: "size_bytes": 1020
// CHECK-NEXT: },
// CHECK-NEXT: {
// CHECK-NEXT: "name": "target",
// CHECK-NEXT: "set": 0,
// CHECK-NEXT: "binding": 1,
// CHECK-NEXT: "type": "VK_DESCRIPTOR_TYPE_STORAGE_BUFFER",
// CHECK-NEXT: "access": "write",
// CHECK-NEXT: "slots": 600,
// CHECK-NEXT: "size_bytes": 1200
func.func @f(%x: tensor<2x17x3x5xf16>) {
  %y = layout.reorder %x : tensor<2x17x3x5xf16> -> tensor<2x17x3x5xf16, {format = #layout.format<chw4>}>
  return
}

// More than 65535 workgroups are arranged in several rows. Every byte keeps its place.
// CHECK: "name": "reorder_large_y",
// CHECK: "copy": true,
// CHECK-NEXT: "copy_region": {
// CHECK-NEXT: "offset": 0,
// CHECK-NEXT: "size": 805306368
// CHECK: "method": "identity"
// CHECK: "workgroups": [49152, 2, 1],
func.func @large(%x: tensor<6x33554432xf32>) {
  %y = layout.reorder %x : tensor<6x33554432xf32> -> tensor<6x33554432xf32, {order = #layout.order<NC>}>
  return
}

// Equal conversions share an entry point, which lists the functions of all.
// CHECK: "name": "reorder_twice_y",
// CHECK-NEXT: "function": ["twice", "again"],
// CHECK: "workgroups": null,
// CHECK-NEXT: "workgroup_memory": 0,
// CHECK-NEXT: "size_multiple": 1,
// CHECK-NEXT: "offset_multiple": 32,
// CHECK-NEXT: "workgroups_per_length": {
// CHECK-NEXT: "multiply": 24,
// CHECK-NEXT: "divide": 128
// CHECK: "push_constants": [
// CHECK-NEXT: {
// CHECK-NEXT: "name": "length",
// CHECK-NEXT: "offset": 0,
// CHECK-NEXT: "size_bytes": 4,
// CHECK-NEXT: "type": "uint32"
// CHECK: "slots": 0,
// CHECK-NEXT: "size_bytes": 0,
// CHECK-NEXT: "slots_per_length": 3072,
// CHECK-NEXT: "size_bytes_per_length": 6144
// CHECK-NOT: "name": "reorder_again
func.func @twice(%x: tensor<?x64x6x8xf16>) {
  %y = layout.reorder %x : tensor<?x64x6x8xf16> -> tensor<?x64x6x8xf16, {order = #layout.order<NHWC>}>
  return
}
func.func @again(%x: tensor<?x64x6x8xf16>) {
  %y = layout.reorder %x : tensor<?x64x6x8xf16> -> tensor<?x64x6x8xf16, {order = #layout.order<NHWC>}>
  return
}

// LIBRARY: "form": "library",
// LIBRARY-NEXT: "version": "1.3",
// LIBRARY-NEXT: "environment": "spv1.3",
// LIBRARY-NEXT: "capabilities": ["Shader", "Linkage"],
// LIBRARY-NEXT: "extensions": [],
// LIBRARY-NEXT: "functions": [
// LIBRARY-NEXT: {
// LIBRARY-NEXT: "name": "byte_x",
// LIBRARY-NEXT: "of": "x",
// LIBRARY-NEXT: "unit": "byte",
// LIBRARY-NEXT: "lengths": [6, 5],
// LIBRARY-NEXT: "parameters": ["uint32", "uint32"],
// LIBRARY-NEXT: "offset": "uint32",
// LIBRARY-NEXT: "tells_valid": true
// LIBRARY-NEXT: }
// LIBRARY-NEXT: ]
layout.descriptor @halo {
  %m, %n = layout.packed [4, 5]
  %i = layout.pad %m low 1 high 1
  %j = layout.pass_through %n
  layout.yield %i, %j
}
layout.tensor @x : tensor<6x5xf32, {layout = @halo}>
layout.address @byte_x of @x {unit = "byte"}
