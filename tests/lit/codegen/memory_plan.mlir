// RUN: layoutc %s --passes=plan-memory -o %t.mlir
// RUN: layoutc %t.mlir --emit=c | FileCheck %s --check-prefix=C
// RUN: layoutc %t.mlir --emit=vk-c | FileCheck %s --check-prefix=VK
// RUN: layoutc %t.mlir --passes=lower-to-vulkan | FileCheck %s --check-prefix=IR

// The buffer of `%1` is at byte 64 of the arena, and `%2` begins 64 bytes after its start.
// C: /* the size of the arena of `@f` in bytes */
// C-NEXT: #define F_ARENA_SIZE_BYTES 192ull
// C: #define F_ARENA_ALIGNMENT_BYTES 4ull
// C: /* the offset of the buffer of `%0` in the arena of `@f`, in bytes */
// C-NEXT: #define F_0_ARENA_OFFSET_BYTES 0ull
// C: #define F_1_ARENA_OFFSET_BYTES 64ull
// C: #define F_2_ARENA_OFFSET_BYTES 64ull

// VK: #define F_ARENA_SIZE_BYTES 192ull
// VK: #define F_ARENA_ALIGNMENT_BYTES 4ull
// VK: /* the offset in its buffer at which `@f_x_vk` must be bound, in bytes */
// VK-NEXT: #define F_X_VK_OFFSET_BYTES 0ull
// VK: size 64 bytes, offset 128 bytes in the arena
// VK: /* the offset in its arena at which `@f_2_vk` must be bound, in bytes */
// VK-NEXT: #define F_2_VK_OFFSET_BYTES 128ull

// IR: vk.tensor_description @f_2_vk {{.*}} in_arena, {{.*}} offset = 128 : i64
func.func @f(%x: tensor<16xf32>) {
  %0 = "my.make"(%x) : (tensor<16xf32>) -> tensor<1x16xf32, {strides = [16, 1]}>
  %1 = "my.use"(%0) : (tensor<1x16xf32, {strides = [16, 1]}>) -> tensor<2x16xf32, {strides = [16, 1]}>
  %2 = tensor.extract_slice %1[1, 0] [1, 16] [1, 1] : tensor<2x16xf32, {strides = [16, 1]}> to tensor<1x16xf32, {strides = [16, 1], offset = 16}>
  return
}
