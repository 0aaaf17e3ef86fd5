// RUN: layoutc %s --emit=glsl | FileCheck %s

// The index components of an image have the letters of its dims, those of a descriptor the names of the yielded values.
layout.tensor @image : tensor<1x3x8x8xf16, {order = #layout.order<NHWC>, reqs = #layout.reqs<m2: aligned<64 bytes>>}>
layout.address @offset_image of @image

layout.descriptor @padded {
  %m, %n = layout.packed [3, 4]
  %i = layout.pass_through %m
  %j = layout.pad %n low 0 high 4
  layout.yield %i, %j
}
layout.address @register of @padded

layout.tensor @wide : tensor<3x8589934592xi8>
layout.address @offset_wide of @wide

// CHECK: // Addressing functions, written by layoutc. For GLSL 4.50, GLSL ES 3.10, and later.
// CHECK: #extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
// CHECK: // the number of element slots of `@image`
// CHECK-NEXT: const uint IMAGE_SLOTS = 2048u;
// CHECK-NEXT: // the size of `@image` in bytes
// CHECK-NEXT: const uint IMAGE_SIZE_BYTES = 4096u;
// CHECK-NEXT: // the least offset of an element of `@image` in elements
// CHECK-NEXT: const uint IMAGE_OFFSET = 0u;
// CHECK-NEXT: // the number of element slots of `@padded`
// CHECK-NEXT: const uint PADDED_SLOTS = 12u;
// CHECK-NEXT: // the least offset of an element of `@padded` in elements
// CHECK-NEXT: const uint PADDED_OFFSET = 0u;
// CHECK-NEXT: // the number of element slots of `@wide`
// CHECK-NEXT: const uint64_t WIDE_SLOTS = 25769803776ul;
// CHECK-NEXT: // the size of `@wide` in bytes
// CHECK-NEXT: const uint64_t WIDE_SIZE_BYTES = 25769803776ul;
// CHECK-NEXT: // the least offset of an element of `@wide` in elements
// CHECK-NEXT: const uint WIDE_OFFSET = 0u;
// CHECK: // `@offset_image`: the offset of an element of `@image` in elements, for n < 1, c < 3, h < 8, w < 8
// CHECK-NEXT: uint offset_image(uint n, uint c, uint h, uint w)
// CHECK-NEXT: {
// CHECK-NEXT: uint h_offset = h << 3;
// CHECK-NEXT: uint offset = w | h_offset;
// CHECK-NEXT: uint offset_2 = offset << 5;
// CHECK-NEXT: uint offset_3 = c | offset_2;
// CHECK-NEXT: return offset_3;
// CHECK-NEXT: }
// CHECK: // `@register`: the offset of an element of `@padded` in elements, for i < 3, j < 8
// CHECK-NEXT: // returns false if the index has no element; `offset` is then unspecified
// CHECK-NEXT: bool register(uint i, uint j, out uint offset)
// CHECK-NEXT: {
// CHECK-NEXT: uint i_offset = i << 2;
// CHECK-NEXT: uint offset_2 = j + i_offset;
// CHECK-NEXT: bool j_valid = j < 4u;
// CHECK-NEXT: offset = offset_2;
// CHECK-NEXT: return j_valid;
// CHECK-NEXT: }
// CHECK: // `@offset_wide`: the offset of an element of `@wide` in elements, for d0 < 3, d1 < 8589934592
// CHECK-NEXT: uint64_t offset_wide(uint64_t d0, uint64_t d1)
// CHECK-NEXT: {
// CHECK-NEXT: uint64_t d0_offset = d0 << 33;
// CHECK-NEXT: uint64_t offset = d1 | d0_offset;
// CHECK-NEXT: return offset;
// CHECK-NEXT: }
// CHECK: #endif
