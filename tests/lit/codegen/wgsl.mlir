// RUN: layoutc %s --emit=wgsl | FileCheck %s

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

layout.tensor @rows : tensor<2x3xf32, {order = affine_map<(d0, d1) -> (d0, d1)>, strides = [4, 1]}>
layout.address @of_rows of @rows {form = "inverse"}

// The sizes of a layout can need 64 bits even if its offsets do not.
layout.tensor @large : tensor<1073741824xf64>
layout.address @offset_large of @large

// CHECK: // Addressing functions, written by layoutc.
// CHECK: // the number of element slots of `@image`
// CHECK-NEXT: const IMAGE_SLOTS: u32 = 2048u;
// CHECK-NEXT: // the size of `@image` in bytes
// CHECK-NEXT: const IMAGE_SIZE_BYTES: u32 = 4096u;
// CHECK-NEXT: // the least offset of an element of `@image` in elements
// CHECK-NEXT: const IMAGE_OFFSET: u32 = 0u;
// CHECK: // the size of `@large` in bytes
// CHECK-NEXT: const LARGE_SIZE_BYTES = 8589934592;
// CHECK: // `@offset_image`: the offset of an element of `@image` in elements, for n < 1, c < 3, h < 8, w < 8
// CHECK-NEXT: fn offset_image(n: u32, c: u32, h: u32, w: u32) -> u32 {
// CHECK-NEXT: let h_offset = h << 3;
// CHECK-NEXT: let offset = w | h_offset;
// CHECK-NEXT: let offset_2 = offset << 5;
// CHECK-NEXT: let offset_3 = c | offset_2;
// CHECK-NEXT: return offset_3;
// CHECK-NEXT: }
// CHECK: struct register_fn_result {
// CHECK-NEXT: offset: u32,
// CHECK-NEXT: valid: bool,
// CHECK-NEXT: }
// CHECK: // `@register`: the offset of an element of `@padded` in elements, for i < 3, j < 8
// CHECK-NEXT: // `valid` is false if the index has no element; `offset` is then unspecified
// CHECK-NEXT: fn register_fn(i: u32, j: u32) -> register_fn_result {
// CHECK-NEXT: let i_offset = i << 2;
// CHECK-NEXT: let offset_2 = j + i_offset;
// CHECK-NEXT: let j_valid = j < 4u;
// CHECK-NEXT: return register_fn_result(offset_2, j_valid);
// CHECK-NEXT: }
// CHECK: struct of_rows_result {
// CHECK-NEXT: d0: u32,
// CHECK-NEXT: d1: u32,
// CHECK-NEXT: valid: bool,
// CHECK-NEXT: }
// CHECK: // `@of_rows`: the index of the element of `@rows` in a slot, for slot < 8
// CHECK-NEXT: // `valid` is false if the slot has no element; `d0` and `d1` are then unspecified
// CHECK-NEXT: fn of_rows(slot: u32) -> of_rows_result {
// CHECK-NEXT: let slot_outer = slot >> 2;
// CHECK-NEXT: let slot_inner = slot & 3u;
// CHECK-NEXT: let slot_inner_valid = slot_inner < 3u;
// CHECK-NEXT: return of_rows_result(slot_outer, slot_inner, slot_inner_valid);
// CHECK-NEXT: }
// CHECK: fn offset_large(d0: u32) -> u32 {
// CHECK-NEXT: return d0;
// CHECK-NEXT: }
