// A dynamic dim with a bound is as long as its bound in strides, descriptions, addresses and copies.
// RUN: layoutc %s --passes=resolve-strides | FileCheck %s
// RUN: layoutc %s --passes=canonicalize-layouts | FileCheck %s --check-prefix=CANONICAL
// RUN: layoutc %s --emit=vk-json --target=vpux_like | FileCheck %s --check-prefix=VULKAN
// RUN: layoutc %s --passes=resolve-strides,lower-addressing,simplify-index,check-addresses | FileCheck %s --check-prefix=ADDRESS
// RUN: layoutc %s --emit=c | FileCheck %s --check-prefix=C
// RUN: layoutc %s --emit=spirv-json --spirv=kernels | FileCheck %s --check-prefix=KERNEL

// CANONICAL: layout.tensor @image : tensor<?x3x?x8xf16, {bounds = [2, 3, 6, 8], order = #NHWC, reqs = #layout.reqs<m2: aligned<8 bytes>>}>
// CHECK: layout.tensor @image : tensor<?x3x?x8xf16, {bounds = [2, 3, 6, 8], order = #NHWC, reqs = #layout.reqs<m2: aligned<8 bytes>>, strides = [192, 1, 32, 4]}>
// VULKAN: "name": "image",
// VULKAN: "logical_shape": [2, 3, 6, 8],
// VULKAN: "pDimensions": [2, 6, 8, 3],
// VULKAN-NEXT: "pStrides": [384, 64, 8, 2],
// VULKAN: "size_bytes": 768
layout.tensor @image : tensor<?x3x?x8xf16, {bounds = [2, 3, 6, 8], order = #layout.order<NHWC>, reqs = #layout.reqs<m2: aligned<8 bytes>>}>

// The index is in range of the bounds.
// ADDRESS: func.func @offset(%d0: i32, %d1: i32, %d2: i32, %d3: i32) -> i32 attributes {layout.address = {lengths = array<i64: 2, 3, 6, 8>
// C: for n < 2, c < 3, h < 6, w < 8
layout.address @offset of @image

// KERNEL: "slots": 64,
// KERNEL: "slots": 80,
// CHECK-LABEL: func.func @copy(
// CHECK-SAME: -> tensor<?x16xf32, {bounds = [4, 16], order = #CN, reqs = #layout.reqs<m0: aligned<20 bytes>>, strides = [1, 5]}>
func.func @copy(%x: tensor<?x16xf32, {bounds = [4, 16]}>) -> tensor<?x16xf32, {bounds = [4, 16], order = #layout.order<CN>, reqs = #layout.reqs<m0: aligned<20 bytes>>}> {
  %0 = layout.reorder %x : tensor<?x16xf32, {bounds = [4, 16]}> -> tensor<?x16xf32, {bounds = [4, 16], order = #layout.order<CN>, reqs = #layout.reqs<m0: aligned<20 bytes>>}>
  return %0 : tensor<?x16xf32, {bounds = [4, 16], order = #layout.order<CN>, reqs = #layout.reqs<m0: aligned<20 bytes>>}>
}
