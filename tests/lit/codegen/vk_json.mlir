// RUN: layoutc %s --emit=vk-json --target=emulation | FileCheck %s

layout.tensor @image : tensor<1x3x4x8xf16, {order = #layout.order<NHWC>, reqs = #layout.reqs<m2: aligned<64 bytes>>}>
func.func @main(%x: tensor<4x5xf32>) {
  return
}
vk.tensor_description @mine {tiling = "OPTIMAL", format = "VK_FORMAT_R8_UINT", dims = [2, 3], usage = ["DATA_GRAPH"]}

// CHECK: {
// CHECK-NEXT: "target": "emulation",
// CHECK-NEXT: "tensors": [
// CHECK-NEXT: {
// CHECK-NEXT: "name": "mine",
// CHECK-NEXT: "function": null,
// CHECK-NEXT: "element_type": null,
// CHECK-NEXT: "logical_shape": null,
// CHECK-NEXT: "dim_order": null,
// CHECK-NEXT: "sType": "VK_STRUCTURE_TYPE_TENSOR_DESCRIPTION_ARM",
// CHECK-NEXT: "pNext": null,
// CHECK-NEXT: "tiling": "VK_TENSOR_TILING_OPTIMAL_ARM",
// CHECK-NEXT: "format": "VK_FORMAT_R8_UINT",
// CHECK-NEXT: "dimensionCount": 2,
// CHECK-NEXT: "pDimensions": [2, 3],
// CHECK-NEXT: "pStrides": null,
// CHECK-NEXT: "usage": ["VK_TENSOR_USAGE_DATA_GRAPH_BIT_ARM"],
// CHECK-NEXT: "packed": true,
// CHECK-NEXT: "size_bytes": 6
// CHECK-NEXT: },
// CHECK-NEXT: {
// CHECK-NEXT: "name": "image",
// CHECK-NEXT: "function": null,
// CHECK-NEXT: "element_type": "f16",
// CHECK-NEXT: "logical_shape": [1, 3, 4, 8],
// CHECK-NEXT: "dim_order": [0, 2, 3, 1],
// CHECK: "pDimensions": [1, 4, 8, 3],
// CHECK-NEXT: "pStrides": [2048, 512, 64, 2],
// CHECK: "packed": false,
// CHECK-NEXT: "size_bytes": 2048
// CHECK: "name": "x",
// CHECK-NEXT: "function": "main",
// CHECK: "packed": true,
// CHECK-NEXT: "size_bytes": 80
// CHECK-NEXT: }
// CHECK-NEXT: ]
// CHECK-NEXT: }
