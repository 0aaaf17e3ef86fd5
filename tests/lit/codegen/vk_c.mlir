// RUN: layoutc %s --emit=vk-c --target=emulation | FileCheck %s

layout.tensor @image : tensor<1x3x4x8xf16, {order = #layout.order<NHWC>, reqs = #layout.reqs<m2: aligned<64 bytes>>}>
func.func @main(%x: tensor<4x5xf32>) {
  return
}
vk.tensor_description @int {tiling = "OPTIMAL", format = "VK_FORMAT_R8_UINT", dims = [2, 3], usage = ["DATA_GRAPH", "SHADER"]}

// CHECK: layoutc for target `emulation`
// CHECK-NEXT: #ifndef [[GUARD:LAYOUTC_VK_[0-9A-F]+_H]]
// CHECK-NEXT: #define [[GUARD]]
// CHECK: #include <vulkan/vulkan.h>
// CHECK: #if VK_HEADER_VERSION < 317
// CHECK-NEXT: #error

// A keyword is not a valid name.
// CHECK: `@int`
// CHECK-NEXT: size at least 6 bytes, offset 0 bytes
// CHECK-NEXT: static const int64_t int_vk_dims[2] = {2, 3};
// CHECK-NEXT: static const VkTensorDescriptionARM int_vk = {
// CHECK-NEXT: .sType = VK_STRUCTURE_TYPE_TENSOR_DESCRIPTION_ARM,
// CHECK-NEXT: .pNext = NULL,
// CHECK-NEXT: .tiling = VK_TENSOR_TILING_OPTIMAL_ARM,
// CHECK-NEXT: .format = VK_FORMAT_R8_UINT,
// CHECK-NEXT: .dimensionCount = 2,
// CHECK-NEXT: .pDimensions = int_vk_dims,
// CHECK-NEXT: .pStrides = NULL,
// CHECK-NEXT: .usage = 0x22 /* VK_TENSOR_USAGE_SHADER_BIT_ARM | VK_TENSOR_USAGE_DATA_GRAPH_BIT_ARM */
// CHECK-NEXT: };
// CHECK-NEXT: the least size of `@int` in bytes
// CHECK-NEXT: #define INT_VK_SIZE_BYTES 6ull
// CHECK-NEXT: the alignment of the rows
// CHECK-NEXT: #define INT_VK_ALIGNMENT_BYTES 1ull
// CHECK-NEXT: the offset in its buffer
// CHECK-NEXT: #define INT_VK_OFFSET_BYTES 0ull

// CHECK: `@image_vk`
// CHECK-NEXT: of `image`
// CHECK-NEXT: element type `f16`, logical shape `[1, 3, 4, 8]`, dim order `[0, 2, 3, 1]`
// CHECK-NEXT: size 2048 bytes, offset 0 bytes
// CHECK-NEXT: static const int64_t image_vk_dims[4] = {1, 4, 8, 3};
// CHECK-NEXT: static const int64_t image_vk_strides[4] = {2048, 512, 64, 2};
// CHECK-NEXT: static const VkTensorDescriptionARM image_vk = {
// CHECK: .tiling = VK_TENSOR_TILING_LINEAR_ARM,
// CHECK-NEXT: .format = VK_FORMAT_R16_SFLOAT,
// CHECK: .pStrides = image_vk_strides,

// CHECK: `@main_x_vk`
// CHECK-NEXT: of `x`, function `main`
// CHECK: static const VkTensorDescriptionARM main_x_vk = {
// CHECK: .pStrides = NULL,
// CHECK-NEXT: .usage = 0x2 /* VK_TENSOR_USAGE_SHADER_BIT_ARM */
// CHECK-NEXT: };
// CHECK-NOT: VkTensorDescriptionARM
// CHECK: #endif

// Functions that create the tensors are optional.
// CHECK: #ifdef LAYOUTC_VK_CREATE
// CHECK-NEXT: #ifndef LAYOUTC_VK_CREATE_HELPERS
// CHECK: static inline VkResult layoutc_create_tensor(
// CHECK: #endif /* LAYOUTC_VK_CREATE_HELPERS */
// CHECK: static inline VkMemoryRequirements image_vk_requirements(
// CHECK: static inline VkResult image_vk_create(
// CHECK: device, functions, &image_vk, memory, memory_offset + IMAGE_VK_OFFSET_BYTES, created);
// CHECK: #endif /* LAYOUTC_VK_CREATE */
