// RUN: layoutc %s --emit=rust | FileCheck %s

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

// CHECK: // Addressing functions, written by layoutc. Rust 1.56 or newer.
// CHECK: /// the number of element slots of `@image`
// CHECK-NEXT: #[allow(dead_code)]
// CHECK-NEXT: pub const IMAGE_SLOTS: u64 = 2048;
// CHECK-NEXT: /// the size of `@image` in bytes
// CHECK-NEXT: #[allow(dead_code)]
// CHECK-NEXT: pub const IMAGE_SIZE_BYTES: u64 = 4096;
// CHECK-NEXT: /// the least offset of an element of `@image` in elements
// CHECK-NEXT: #[allow(dead_code)]
// CHECK-NEXT: pub const IMAGE_OFFSET: u64 = 0;
// CHECK-NEXT: /// the number of element slots of `@padded`
// CHECK-NEXT: #[allow(dead_code)]
// CHECK-NEXT: pub const PADDED_SLOTS: u64 = 12;
// CHECK-NEXT: /// the least offset of an element of `@padded` in elements
// CHECK-NEXT: #[allow(dead_code)]
// CHECK-NEXT: pub const PADDED_OFFSET: u64 = 0;
// CHECK-NEXT: /// the number of element slots of `@wide`
// CHECK-NEXT: #[allow(dead_code)]
// CHECK-NEXT: pub const WIDE_SLOTS: u64 = 25769803776;
// CHECK-NEXT: /// the size of `@wide` in bytes
// CHECK-NEXT: #[allow(dead_code)]
// CHECK-NEXT: pub const WIDE_SIZE_BYTES: u64 = 25769803776;
// CHECK-NEXT: /// the least offset of an element of `@wide` in elements
// CHECK-NEXT: #[allow(dead_code)]
// CHECK-NEXT: pub const WIDE_OFFSET: u64 = 0;
// CHECK: /// `@offset_image`: the offset of an element of `@image` in elements, for n < 1, c < 3, h < 8, w < 8
// CHECK-NEXT: #[allow(dead_code, non_snake_case, clippy::all, clippy::pedantic)]
// CHECK-NEXT: #[inline]
// CHECK-NEXT: #[must_use]
// CHECK-NEXT: pub const fn offset_image(n: u32, c: u32, h: u32, w: u32) -> u32 {
// CHECK-NEXT: let _ = n;
// CHECK-NEXT: let h_offset = h << 3;
// CHECK-NEXT: let offset = w | h_offset;
// CHECK-NEXT: let offset_2 = offset << 5;
// CHECK-NEXT: let offset_3 = c | offset_2;
// CHECK-NEXT: offset_3
// CHECK-NEXT: }
// CHECK: /// `@register`: the offset of an element of `@padded` in elements, for i < 3, j < 8
// CHECK-NEXT: ///
// CHECK-NEXT: /// Returns `None` if the index has no element.
// CHECK-NEXT: #[allow(dead_code, non_snake_case, clippy::all, clippy::pedantic)]
// CHECK-NEXT: #[inline]
// CHECK-NEXT: #[must_use]
// CHECK-NEXT: pub const fn register(i: u32, j: u32) -> Option<u32> {
// CHECK-NEXT: let i_offset = i << 2;
// CHECK-NEXT: let offset_2 = j.wrapping_add(i_offset);
// CHECK-NEXT: let j_valid = j < 4u32;
// CHECK-NEXT: if j_valid { Some(offset_2) } else { None }
// CHECK-NEXT: }
// CHECK: /// `@offset_wide`: the offset of an element of `@wide` in elements, for d0 < 3, d1 < 8589934592
// CHECK-NEXT: #[allow(dead_code, non_snake_case, clippy::all, clippy::pedantic)]
// CHECK-NEXT: #[inline]
// CHECK-NEXT: #[must_use]
// CHECK-NEXT: pub const fn offset_wide(d0: u64, d1: u64) -> u64 {
// CHECK-NEXT: let d0_offset = d0 << 33;
// CHECK-NEXT: let offset = d1 | d0_offset;
// CHECK-NEXT: offset
// CHECK-NEXT: }
