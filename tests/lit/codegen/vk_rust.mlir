// RUN: layoutc %s --emit=vk-rust --target=emulation | FileCheck %s

layout.tensor @image : tensor<1x3x4x8xf16, {order = #layout.order<NHWC>, reqs = #layout.reqs<m2: aligned<64 bytes>>}>
func.func @main(%x: tensor<4x5xf32>) {
  return
}
vk.tensor_description @type {tiling = "OPTIMAL", format = "VK_FORMAT_R8_UINT", dims = [2, 3], usage = ["DATA_GRAPH", "SHADER"]}

// CHECK: layoutc for target `emulation`
// CHECK: #[repr(C)]
// CHECK-NEXT: pub struct VkTensorDescriptionARM {
// CHECK: pub usage: u64,
// CHECK: assert!(core::mem::size_of::<VkTensorDescriptionARM>() == 56);

// A keyword is not a valid name.
// CHECK: `@type`
// CHECK: size at least 6 bytes, offset 0 bytes
// CHECK: pub const fn type_vk() -> VkTensorDescriptionARM {
// CHECK-NEXT: const DIMS: &[i64; 2] = &[2, 3];
// CHECK-NEXT: VkTensorDescriptionARM {
// CHECK-NEXT: s_type: 1000460006, // VK_STRUCTURE_TYPE_TENSOR_DESCRIPTION_ARM
// CHECK-NEXT: p_next: core::ptr::null(),
// CHECK-NEXT: tiling: 0, // VK_TENSOR_TILING_OPTIMAL_ARM
// CHECK-NEXT: format: 13, // VK_FORMAT_R8_UINT
// CHECK-NEXT: dimension_count: 2,
// CHECK-NEXT: p_dimensions: DIMS.as_ptr(),
// CHECK-NEXT: p_strides: core::ptr::null(),
// CHECK-NEXT: usage: 0x22, // VK_TENSOR_USAGE_SHADER_BIT_ARM | VK_TENSOR_USAGE_DATA_GRAPH_BIT_ARM
// CHECK-NEXT: }
// CHECK-NEXT: }

// CHECK: `@image_vk`
// CHECK: of `image`
// CHECK-NEXT: element type `f16`, logical shape `[1, 3, 4, 8]`, dim order `[0, 2, 3, 1]`
// CHECK-NEXT: size 2048 bytes, offset 0 bytes
// CHECK: pub const fn image_vk() -> VkTensorDescriptionARM {
// CHECK-NEXT: const DIMS: &[i64; 4] = &[1, 4, 8, 3];
// CHECK-NEXT: const STRIDES: &[i64; 4] = &[2048, 512, 64, 2];
// CHECK: p_strides: STRIDES.as_ptr(),

// CHECK: of `x`, function `main`
// CHECK: pub const fn main_x_vk() -> VkTensorDescriptionARM {
// CHECK: usage: 0x2, // VK_TENSOR_USAGE_SHADER_BIT_ARM
// CHECK-NOT: pub const fn
