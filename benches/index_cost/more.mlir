// Index maps beyond those of `maps.mlir`: layouts above 2^32 elements, and maps of kernels. The peers of
// `benches/index_cost.py` are measured on the same functions.

// Above 2^32 elements.

layout.tensor @wide_matrix : tensor<70000x70001xi8>
layout.address @at_wide_matrix of @wide_matrix

layout.tensor @wide_images : tensor<640x512x512x512xf16>
layout.address @at_wide_images of @wide_images

layout.tensor @wide_images_nhwc : tensor<640x500x512x512xf16, {order = #layout.order<NHWC>}>
layout.address @at_wide_images_nhwc of @wide_images_nhwc

layout.tensor @wide_blocks_chw32 : tensor<640x500x512x512xi8, {format = #layout.format<chw32>}>
layout.address @at_wide_blocks_chw32 of @wide_blocks_chw32

layout.tensor @wide_padded_rows : tensor<131072x50257xf16, {reqs = #layout.reqs<m0: aligned<128 bytes>>}>
layout.address @at_wide_padded_rows of @wide_padded_rows

layout.descriptor @wide_flat {
  %a, %b, %c = layout.packed [70000, 70001, 3]
  %t = layout.merge %c, %b, %a
  layout.yield %t
}
layout.address @at_wide_flat of @wide_flat

layout.descriptor @wide_short_index {
  %a, %b = layout.strided [3000, 1000] strides [5000000, 1]
  %t = layout.merge %a, %b
  layout.yield %t
}
layout.address @at_wide_short_index of @wide_short_index

layout.descriptor @wide_kv_cache {
  %b0, %kv0, %h0, %t0, %d0 = layout.packed [200000, 2, 5, 16, 80]
  %pos = layout.merge %b0, %t0
  %kv = layout.pass_through %kv0
  %h = layout.pass_through %h0
  %d = layout.pass_through %d0
  layout.yield %kv, %pos, %h, %d
}
layout.address @at_wide_kv_cache of @wide_kv_cache

layout.descriptor @wide_rows_of_images {
  %n, %c, %h, %w = layout.packed [300, 1000, 128, 128]
  %m = layout.merge %n, %h, %w
  %cc = layout.pass_through %c
  layout.yield %m, %cc
}
layout.address @at_wide_rows_of_images of @wide_rows_of_images

layout.descriptor @wide_swizzle {
  %r, %c, %i = layout.packed [1000000, 512, 16]
  %rx, %cx = layout.xor %r, %c
  %k = layout.merge %cx, %i
  layout.yield %rx, %k
}
layout.address @at_wide_swizzle of @wide_swizzle

// Morton orders: the bits of the indices alternate.

layout.descriptor @morton_3_3 {
  %m = layout.packed [64]
  %y2, %x2, %y1, %x1, %y0, %x0 = layout.unmerge %m into [2, 2, 2, 2, 2, 2]
  %y = layout.merge %y2, %y1, %y0
  %x = layout.merge %x2, %x1, %x0
  layout.yield %y, %x
}
layout.address @at_morton_3_3 of @morton_3_3

layout.descriptor @morton_4_4 {
  %m = layout.packed [256]
  %y3, %x3, %y2, %x2, %y1, %x1, %y0, %x0 = layout.unmerge %m into [2, 2, 2, 2, 2, 2, 2, 2]
  %y = layout.merge %y3, %y2, %y1, %y0
  %x = layout.merge %x3, %x2, %x1, %x0
  layout.yield %y, %x
}
layout.address @at_morton_4_4 of @morton_4_4

layout.descriptor @morton_5_5 {
  %m = layout.packed [1024]
  %y4, %x4, %y3, %x3, %y2, %x2, %y1, %x1, %y0, %x0 = layout.unmerge %m into [2, 2, 2, 2, 2, 2, 2, 2, 2, 2]
  %y = layout.merge %y4, %y3, %y2, %y1, %y0
  %x = layout.merge %x4, %x3, %x2, %x1, %x0
  layout.yield %y, %x
}
layout.address @at_morton_5_5 of @morton_5_5

layout.descriptor @morton_8_8 {
  %m = layout.packed [65536]
  %y7, %x7, %y6, %x6, %y5, %x5, %y4, %x4, %y3, %x3, %y2, %x2, %y1, %x1, %y0, %x0 = layout.unmerge %m into [2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2]
  %y = layout.merge %y7, %y6, %y5, %y4, %y3, %y2, %y1, %y0
  %x = layout.merge %x7, %x6, %x5, %x4, %x3, %x2, %x1, %x0
  layout.yield %y, %x
}
layout.address @at_morton_8_8 of @morton_8_8

layout.descriptor @morton_10_10 {
  %m = layout.packed [1048576]
  %y9, %x9, %y8, %x8, %y7, %x7, %y6, %x6, %y5, %x5, %y4, %x4, %y3, %x3, %y2, %x2, %y1, %x1, %y0, %x0 = layout.unmerge %m into [2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2]
  %y = layout.merge %y9, %y8, %y7, %y6, %y5, %y4, %y3, %y2, %y1, %y0
  %x = layout.merge %x9, %x8, %x7, %x6, %x5, %x4, %x3, %x2, %x1, %x0
  layout.yield %y, %x
}
layout.address @at_morton_10_10 of @morton_10_10

layout.descriptor @morton_4_4_4 {
  %m = layout.packed [4096]
  %y3, %x3, %z3, %y2, %x2, %z2, %y1, %x1, %z1, %y0, %x0, %z0 = layout.unmerge %m into [2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2]
  %y = layout.merge %y3, %y2, %y1, %y0
  %x = layout.merge %x3, %x2, %x1, %x0
  %z = layout.merge %z3, %z2, %z1, %z0
  layout.yield %y, %x, %z
}
layout.address @at_morton_4_4_4 of @morton_4_4_4

layout.descriptor @morton_6_6_6 {
  %m = layout.packed [262144]
  %z5, %y5, %x5, %z4, %y4, %x4, %z3, %y3, %x3, %z2, %y2, %x2, %z1, %y1, %x1, %z0, %y0, %x0 = layout.unmerge %m into [2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2]
  %x = layout.merge %x5, %x4, %x3, %x2, %x1, %x0
  %y = layout.merge %y5, %y4, %y3, %y2, %y1, %y0
  %z = layout.merge %z5, %z4, %z3, %z2, %z1, %z0
  layout.yield %x, %y, %z
}
layout.address @at_morton_6_6_6 of @morton_6_6_6

// Rotary embeddings: the other half of a vector, or the other element of a pair.

layout.descriptor @rotary_half_128 {
  %s0, %h0, %d0 = layout.packed [2048, 32, 128]
  %s = layout.pass_through %s0
  %h = layout.pass_through %h0
  %d1 = layout.modulo %d0 by 128 length 192
  %d = layout.slice %d1 from 64 to 192
  layout.yield %s, %h, %d
}
layout.address @at_rotary_half_128 of @rotary_half_128

layout.descriptor @rotary_half_64 {
  %s0, %h0, %d0 = layout.packed [2048, 32, 64]
  %s = layout.pass_through %s0
  %h = layout.pass_through %h0
  %d1 = layout.modulo %d0 by 64 length 96
  %d = layout.slice %d1 from 32 to 96
  layout.yield %s, %h, %d
}
layout.address @at_rotary_half_64 of @rotary_half_64

layout.descriptor @rotary_half_96 {
  %s0, %h0, %d0 = layout.packed [2048, 32, 96]
  %s = layout.pass_through %s0
  %h = layout.pass_through %h0
  %d1 = layout.modulo %d0 by 96 length 144
  %d = layout.slice %d1 from 48 to 144
  layout.yield %s, %h, %d
}
layout.address @at_rotary_half_96 of @rotary_half_96

layout.descriptor @rotary_pairs_128 {
  %s0, %d0 = layout.packed [2048, 128]
  %s = layout.pass_through %s0
  %p, %e = layout.unmerge %d0 into [64, 2]
  %e1 = layout.modulo %e by 2 length 3
  %e2 = layout.slice %e1 from 1 to 3
  %d = layout.merge %p, %e2
  layout.yield %s, %d
}
layout.address @at_rotary_pairs_128 of @rotary_pairs_128

layout.descriptor @rotary_interleaved_128 {
  %s0, %half, %p = layout.packed [2048, 2, 64]
  %s = layout.pass_through %s0
  %d = layout.merge %p, %half
  layout.yield %s, %d
}
layout.address @at_rotary_interleaved_128 of @rotary_interleaved_128

// Paged attention: a position is a page and a slot in the page.

layout.descriptor @paged_16 {
  %p0, %h0, %t0, %d0 = layout.packed [4096, 8, 16, 128]
  %pos = layout.merge %p0, %t0
  %h = layout.pass_through %h0
  %d = layout.pass_through %d0
  layout.yield %pos, %h, %d
}
layout.address @at_paged_16 of @paged_16

layout.descriptor @paged_48 {
  %p0, %h0, %t0, %d0 = layout.packed [1000, 8, 48, 80]
  %pos = layout.merge %p0, %t0
  %h = layout.pass_through %h0
  %d = layout.pass_through %d0
  layout.yield %pos, %h, %d
}
layout.address @at_paged_48 of @paged_48

layout.descriptor @paged_256 {
  %p0, %h0, %t0, %d0 = layout.packed [512, 4, 256, 64]
  %pos = layout.merge %p0, %t0
  %h = layout.pass_through %h0
  %d = layout.pass_through %d0
  layout.yield %pos, %h, %d
}
layout.address @at_paged_256 of @paged_256

layout.descriptor @paged_vllm_key {
  %p0, %h0, %do, %t0, %di = layout.packed [2048, 8, 16, 16, 8]
  %pos = layout.merge %p0, %t0
  %h = layout.pass_through %h0
  %d = layout.merge %do, %di
  layout.yield %pos, %h, %d
}
layout.address @at_paged_vllm_key of @paged_vllm_key

// Swizzled tiles of local memory: the row permutes groups of columns.

layout.descriptor @swizzle_128_bytes {
  %r, %c, %i = layout.packed [128, 8, 8]
  %rx, %cx = layout.xor %r, %c
  %k = layout.merge %cx, %i
  layout.yield %rx, %k
}
layout.address @at_swizzle_128_bytes of @swizzle_128_bytes

layout.descriptor @swizzle_64_bytes {
  %r, %c, %i = layout.packed [128, 4, 8]
  %rx, %cx = layout.xor %r, %c
  %k = layout.merge %cx, %i
  layout.yield %rx, %k
}
layout.address @at_swizzle_64_bytes of @swizzle_64_bytes

layout.descriptor @swizzle_16_columns {
  %r, %c, %i = layout.packed [64, 16, 4]
  %rx, %cx = layout.xor %r, %c
  %k = layout.merge %cx, %i
  layout.yield %rx, %k
}
layout.address @at_swizzle_16_columns of @swizzle_16_columns

layout.descriptor @swizzle_row_pairs {
  %r1, %r0, %c, %i = layout.packed [32, 2, 8, 4]
  %rx, %cx = layout.xor %r1, %c
  %row = layout.merge %rx, %r0
  %k = layout.merge %cx, %i
  layout.yield %row, %k
}
layout.address @at_swizzle_row_pairs of @swizzle_row_pairs

layout.descriptor @swizzle_padded {
  %r, %c, %i = layout.strided [64, 8, 8] strides [72, 8, 1]
  %rx, %cx = layout.xor %r, %c
  %k = layout.merge %cx, %i
  layout.yield %rx, %k
}
layout.address @at_swizzle_padded of @swizzle_padded

// Convolutions as matrix products.

layout.descriptor @im2col_3x3 {
  %n0, %h0, %w0, %c0 = layout.packed [8, 56, 56, 64]
  %hp = layout.pad %h0 low 1 high 1
  %wp = layout.pad %w0 low 1 high 1
  %y, %ho = layout.embed %hp into [3, 56] strides [1, 1]
  %x, %wo = layout.embed %wp into [3, 56] strides [1, 1]
  %row = layout.merge %n0, %ho, %wo
  %column = layout.merge %y, %x, %c0
  layout.yield %row, %column
}
layout.address @at_im2col_3x3 of @im2col_3x3

layout.descriptor @im2col_3x3_stride_2 {
  %n0, %h0, %w0, %c0 = layout.packed [8, 56, 56, 64]
  %hp = layout.pad %h0 low 1 high 0
  %wp = layout.pad %w0 low 1 high 0
  %y, %ho = layout.embed %hp into [3, 28] strides [1, 2]
  %x, %wo = layout.embed %wp into [3, 28] strides [1, 2]
  %row = layout.merge %n0, %ho, %wo
  %column = layout.merge %y, %x, %c0
  layout.yield %row, %column
}
layout.address @at_im2col_3x3_stride_2 of @im2col_3x3_stride_2

layout.descriptor @im2col_7x7_stride_2 {
  %n0, %h0, %w0, %c0 = layout.packed [4, 224, 224, 3]
  %hp = layout.pad %h0 low 3 high 2
  %wp = layout.pad %w0 low 3 high 2
  %y, %ho = layout.embed %hp into [7, 112] strides [1, 2]
  %x, %wo = layout.embed %wp into [7, 112] strides [1, 2]
  %row = layout.merge %n0, %ho, %wo
  %column = layout.merge %y, %x, %c0
  layout.yield %row, %column
}
layout.address @at_im2col_7x7_stride_2 of @im2col_7x7_stride_2

layout.descriptor @im2col_3x3_dilated {
  %n0, %h0, %w0, %c0 = layout.packed [2, 65, 65, 256]
  %hp = layout.pad %h0 low 2 high 2
  %wp = layout.pad %w0 low 2 high 2
  %y, %ho = layout.embed %hp into [3, 65] strides [2, 1]
  %x, %wo = layout.embed %wp into [3, 65] strides [2, 1]
  %row = layout.merge %n0, %ho, %wo
  %column = layout.merge %y, %x, %c0
  layout.yield %row, %column
}
layout.address @at_im2col_3x3_dilated of @im2col_3x3_dilated

layout.descriptor @im2col_1x1 {
  %n0, %h0, %w0, %c0 = layout.packed [8, 28, 28, 512]
  %hp = layout.pad %h0 low 0 high 0
  %wp = layout.pad %w0 low 0 high 0
  %y, %ho = layout.embed %hp into [1, 28] strides [1, 1]
  %x, %wo = layout.embed %wp into [1, 28] strides [1, 1]
  %row = layout.merge %n0, %ho, %wo
  %column = layout.merge %y, %x, %c0
  layout.yield %row, %column
}
layout.address @at_im2col_1x1 of @im2col_1x1

layout.descriptor @im2col_1x1_stride_2 {
  %n0, %h0, %w0, %c0 = layout.packed [8, 56, 56, 256]
  %y, %ho = layout.embed %h0 into [1, 28] strides [1, 2]
  %x, %wo = layout.embed %w0 into [1, 28] strides [1, 2]
  %row = layout.merge %n0, %ho, %wo
  %column = layout.merge %y, %x, %c0
  layout.yield %row, %column
}
layout.address @at_im2col_1x1_stride_2 of @im2col_1x1_stride_2

layout.descriptor @im2col_5x5_odd_channels {
  %n0, %h0, %w0, %c0 = layout.packed [4, 27, 27, 96]
  %hp = layout.pad %h0 low 2 high 2
  %wp = layout.pad %w0 low 2 high 2
  %y, %ho = layout.embed %hp into [5, 27] strides [1, 1]
  %x, %wo = layout.embed %wp into [5, 27] strides [1, 1]
  %row = layout.merge %n0, %ho, %wo
  %column = layout.merge %y, %x, %c0
  layout.yield %row, %column
}
layout.address @at_im2col_5x5_odd_channels of @im2col_5x5_odd_channels

// Windowed attention: tokens of a window, also of shifted windows.

layout.descriptor @window_7x7 {
  %n0, %h0, %w0, %c0 = layout.packed [8, 56, 56, 96]
  %hw, %hi = layout.unmerge %h0 into [8, 7]
  %ww, %wi = layout.unmerge %w0 into [8, 7]
  %window = layout.merge %n0, %hw, %ww
  %token = layout.merge %hi, %wi
  %c = layout.pass_through %c0
  layout.yield %window, %token, %c
}
layout.address @at_window_7x7 of @window_7x7

layout.descriptor @window_8x8 {
  %n0, %h0, %w0, %c0 = layout.packed [8, 64, 64, 128]
  %hw, %hi = layout.unmerge %h0 into [8, 8]
  %ww, %wi = layout.unmerge %w0 into [8, 8]
  %window = layout.merge %n0, %hw, %ww
  %token = layout.merge %hi, %wi
  %c = layout.pass_through %c0
  layout.yield %window, %token, %c
}
layout.address @at_window_8x8 of @window_8x8

layout.descriptor @window_7x7_shifted {
  %n0, %h0, %w0, %c0 = layout.packed [8, 56, 56, 96]
  %h1 = layout.modulo %h0 by 56 length 59
  %h2 = layout.slice %h1 from 3 to 59
  %w1 = layout.modulo %w0 by 56 length 59
  %w2 = layout.slice %w1 from 3 to 59
  %hw, %hi = layout.unmerge %h2 into [8, 7]
  %ww, %wi = layout.unmerge %w2 into [8, 7]
  %window = layout.merge %n0, %hw, %ww
  %token = layout.merge %hi, %wi
  %c = layout.pass_through %c0
  layout.yield %window, %token, %c
}
layout.address @at_window_7x7_shifted of @window_7x7_shifted

layout.descriptor @window_8x8_shifted {
  %n0, %h0, %w0, %c0 = layout.packed [8, 64, 64, 128]
  %h1 = layout.modulo %h0 by 64 length 68
  %h2 = layout.slice %h1 from 4 to 68
  %w1 = layout.modulo %w0 by 64 length 68
  %w2 = layout.slice %w1 from 4 to 68
  %hw, %hi = layout.unmerge %h2 into [8, 8]
  %ww, %wi = layout.unmerge %w2 into [8, 8]
  %window = layout.merge %n0, %hw, %ww
  %token = layout.merge %hi, %wi
  %c = layout.pass_through %c0
  layout.yield %window, %token, %c
}
layout.address @at_window_8x8_shifted of @window_8x8_shifted

layout.descriptor @window_heads {
  %n0, %h0, %w0, %q, %hd, %d0 = layout.packed [8, 56, 56, 3, 3, 32]
  %hw, %hi = layout.unmerge %h0 into [8, 7]
  %ww, %wi = layout.unmerge %w0 into [8, 7]
  %window = layout.merge %n0, %hw, %ww
  %token = layout.merge %hi, %wi
  %qkv = layout.pass_through %q
  %head = layout.pass_through %hd
  %d = layout.pass_through %d0
  layout.yield %qkv, %window, %head, %token, %d
}
layout.address @at_window_heads of @window_heads
