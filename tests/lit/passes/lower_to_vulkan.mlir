// RUN: layoutc %s --passes=resolve-strides,lower-to-vulkan | FileCheck %s
// RUN: layoutc %s --passes=resolve-strides,lower-to-vulkan,lower-to-vulkan | FileCheck %s
// RUN: layoutc %s --passes=resolve-strides,lower-to-vulkan --target=emulation | FileCheck %s --check-prefix=WIDE

// The source op is preserved.
// CHECK: layout.tensor @rows
layout.tensor @rows {usage = ["TRANSFER_SRC"]} : tensor<2x3x5xf16, {order = #layout.order<HWC>, reqs = #layout.reqs<m1: aligned<16 bytes>>}>
layout.tensor @deep : tensor<2x3x4x5x6xi8>
layout.tensor @nibbles : tensor<3x4xi4>
layout.tensor @scalar {vk_format = "VK_FORMAT_R8_BOOL_ARM"} : tensor<i8>
layout.tensor @tiled {tiling = "OPTIMAL"} : tensor<4x5xf32, {strides = [8, 1]}>
layout.tensor @later : tensor<4xf32, {offset = 3}>
layout.tensor @columns : memref<4x6xf16, strided<[1, 8], offset: 2>>
layout.tensor @mapped : memref<4x6xf16, affine_map<(d0, d1) -> (d1 * 4 + d0)>>
layout.tensor @turned : memref<4x6xf16, affine_map<(d0, d1) -> (d1, d0)>>
layout.tensor @vpux : memref<4x6xf16, {order = #layout.order<CN>, strides = [1, 4]}>
layout.tensor @long : tensor<400x400x1x1x2xi8>
layout.tensor @loose {vk_format = "VK_FORMAT_R8_UINT"} : tensor<4xf8E4M3>
func.func @f(%a: tensor<2xf32>) -> tensor<2xf32> {
  %inner = "t.make"() : () -> tensor<2xf32>
  return %a : tensor<2xf32>
}

// Lengths and byte strides are in physical order.
// CHECK: vk.tensor_description @rows_vk {
// CHECK-SAME: dims = array<i64: 3, 5, 2>
// CHECK-SAME: of = @rows
// CHECK-SAME: strides = array<i64: 80, 16, 2>
// CHECK-SAME: usage = ["TRANSFER_SRC"]

// Without a target, only four dims are portable.
// CHECK: vk.tensor_description @deep_vk
// CHECK-SAME: dim_order = array<i64: 0, 1, 2, 3, 4>
// CHECK-SAME: dims = array<i64: 6, 4, 5, 6>
// CHECK-SAME: logical_shape = array<i64: 2, 3, 4, 5, 6>
// WIDE: vk.tensor_description @deep_vk
// WIDE-SAME: dims = array<i64: 2, 3, 4, 5, 6>

// CHECK: vk.tensor_description @nibbles_vk
// CHECK-SAME: dims = array<i64: 3, 2>
// CHECK-SAME: format = "VK_FORMAT_R8_UINT"

// CHECK: vk.tensor_description @scalar_vk
// CHECK-SAME: dims = array<i64: 1>
// CHECK-SAME: format = "VK_FORMAT_R8_BOOL_ARM"

// Only LINEAR tensors have strides.
// CHECK: vk.tensor_description @tiled_vk
// CHECK-SAME: of = @tiled, tiling = "OPTIMAL"

// A description starts where its memory is bound, which is byte 12 of the buffer.
// CHECK: vk.tensor_description @later_vk
// CHECK-SAME: offset = 12 : i64

// Dims are merged if the product does not exceed maxPerDimensionTensorElements.
// CHECK: vk.tensor_description @long_vk
// CHECK-SAME: dims = array<i64: 400, 400, 1, 2>

// An element type without a format can use one of its size.
// CHECK: vk.tensor_description @loose_vk
// CHECK-SAME: format = "VK_FORMAT_R8_UINT"

// A returned value is described once, and a value without a layout is not described.
// CHECK-NEXT: vk.tensor_description @f_a_vk
// CHECK-SAME: function = "f"
// CHECK-SAME: of = "a"

// Declared memrefs are described after the tensors; the dim with the greater stride is outer.
// CHECK-NEXT: vk.tensor_description @columns_vk
// CHECK-SAME: dim_order = array<i64: 1, 0>
// CHECK-SAME: dims = array<i64: 6, 4>
// CHECK-SAME: offset = 4 : i64, strides = array<i64: 16, 2>
// CHECK-NEXT: vk.tensor_description @mapped_vk
// CHECK-SAME: dim_order = array<i64: 1, 0>
// CHECK-SAME: dims = array<i64: 6, 4>
// CHECK-NEXT: vk.tensor_description @turned_vk
// CHECK-SAME: dim_order = array<i64: 1, 0>
// CHECK-SAME: dims = array<i64: 6, 4>
// CHECK-NEXT: vk.tensor_description @vpux_vk
// CHECK-SAME: dim_order = array<i64: 1, 0>
// CHECK-SAME: dims = array<i64: 6, 4>
// CHECK-NEXT: {{^[}]$}}
