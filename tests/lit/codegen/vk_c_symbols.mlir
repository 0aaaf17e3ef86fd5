// RUN: layoutc %s --emit=vk-c | FileCheck %s
// RUN: layoutc %s --emit=vk-json --verify-diagnostics
// RUN: layoutc %s --emit=vk-c --target=spec_min | FileCheck %s --check-prefix=LIMITS

// CHECK: LAYOUTC_FN bool x_vk_valid(int64_t s0, int64_t s1, int64_t s2)
// CHECK: LAYOUTC_FN bool x_vk_fill(int64_t s0, int64_t s1, int64_t s2, int64_t *dims, int64_t *strides,
// CHECK-NEXT: VkTensorDescriptionARM *description)
// CHECK: if (!x_vk_valid(s0, s1, s2)) {
// CHECK: const int64_t lengths[2] = {s0, s1};
// CHECK-NEXT: const int64_t bytes[2] = {(s2 * 2), 2};
// CHECK: description->format = VK_FORMAT_R16_SFLOAT;
// CHECK: description->pStrides = is_packed ? NULL : strides;
// CHECK: LAYOUTC_FN int64_t x_vk_offset(int64_t s0, int64_t s1, int64_t s2)
// LIMITS: lengths[0] > 65536ll
// LIMITS: if (65536ll / lengths[0] / lengths[1] < 1) {
// LIMITS: if (!is_packed) {
// expected-error @below {{`@x` cannot be described in JSON: its numbers depend on the symbols `s0`, `s1`, `s2`}}
// expected-note @below {{`--emit=vk-c` writes a function that fills its description}}
layout.tensor @x : tensor<?x?xf16, {lengths = affine_map<()[s0, s1] -> (s0, s1)>, strides = affine_map<()[s0, s1, s2] -> (s2, 1)>, where = affine_set<()[s0, s1, s2] : (4096 - s0 >= 0, 4096 - s1 >= 0, 8192 - s2 >= 0, s2 - s1 >= 0)>}>
