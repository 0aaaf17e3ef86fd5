// RUN: layoutc %s --emit=c | FileCheck %s

// Kernels in C call functions of vectors, by the access pattern of the copy.

// Without an option for the CPU, gcc and clang compile each function for AVX2 too, and a kernel selects at run time.
// CHECK: #define LAYOUTC_VECTORS 3
// CHECK: #define LAYOUTC_VECTOR_KERNEL(name, arguments, ...)
// CHECK: static inline void layoutc_transpose_1(
// CHECK: #if LAYOUTC_VECTORS == 3
// CHECK: typedef __m256i layoutc_avx2_vector;
// CHECK: LAYOUTC_AVX2_TARGET static inline void layoutc_avx2_transpose_1(
// CHECK-NOT: LAYOUTC_AVX2_VECTORS
// CHECK-NOT: LAYOUTC_AVX2_PERMUTE

// Three channels and a row of zeros are interleaved, so that padding is a part of the tile.
// CHECK: LAYOUTC_VECTOR_KERNEL(reorder_padding_y, (src, dst),
// CHECK: LAYOUTC_CALL(interleave_1_4, (s + 0, INT64_C(128), d + 0, 128, 3));
func.func @padding(%x: tensor<1x3x8x16xi8>) -> tensor<1x3x8x16xi8, {format = #layout.format<chw4>}> {
  %y = layout.reorder %x : tensor<1x3x8x16xi8> -> tensor<1x3x8x16xi8, {format = #layout.format<chw4>}>
  return %y : tensor<1x3x8x16xi8, {format = #layout.format<chw4>}>
}

// Three channels without padding: each group is stored over the surplus of the one before.
// CHECK: LAYOUTC_VECTOR_KERNEL(reorder_channels_y, (src, dst),
// CHECK: LAYOUTC_CALL(interleave_2_3, (s + 0, INT64_C(256), d + 0, 128, 3));
func.func @channels(%x: tensor<1x3x8x16xf16>) -> tensor<1x3x8x16xf16, {order = #layout.order<NHWC>}> {
  %y = layout.reorder %x : tensor<1x3x8x16xf16> -> tensor<1x3x8x16xf16, {order = #layout.order<NHWC>}>
  return %y : tensor<1x3x8x16xf16, {order = #layout.order<NHWC>}>
}

// Three channels side by side are separated to rows.
// CHECK: LAYOUTC_VECTOR_KERNEL(reorder_planes_y, (src, dst),
// CHECK: LAYOUTC_CALL(split_2_3, (s + 0, d + 0, INT64_C(256), 128, 3));
func.func @planes(%x: tensor<1x3x8x16xf16, {order = #layout.order<NHWC>}>) -> tensor<1x3x8x16xf16> {
  %y = layout.reorder %x : tensor<1x3x8x16xf16, {order = #layout.order<NHWC>}> -> tensor<1x3x8x16xf16>
  return %y : tensor<1x3x8x16xf16>
}

// Of sixteen channels side by side, the first three are separated.
// CHECK: LAYOUTC_VECTOR_KERNEL(reorder_few_y, (src, dst),
// CHECK: LAYOUTC_CALL(rows_2_3, (s + 0, INT64_C(32), d + 0, INT64_C(256), 128));
func.func @few(%x: tensor<1x3x8x16xf16, {format = #layout.format<hwc16>}>) -> tensor<1x3x8x16xf16> {
  %y = layout.reorder %x : tensor<1x3x8x16xf16, {format = #layout.format<hwc16>}> -> tensor<1x3x8x16xf16>
  return %y : tensor<1x3x8x16xf16>
}

// Whole blocks of 32 channels need no guard; the last one has three channels and zeros.
// CHECK: LAYOUTC_VECTOR_KERNEL(reorder_blocks_y, (src, dst),
// CHECK: LAYOUTC_CALL(transpose_1, (s + 0, INT64_C(128), d + 0, INT64_C(32), 128, 32, 32));
// CHECK: LAYOUTC_CALL(transpose_1, (s + 4096, INT64_C(128), d + 4096, INT64_C(32), 128, 32, 3));
func.func @blocks(%x: tensor<1x35x8x16xi8>) -> tensor<1x35x8x16xi8, {format = #layout.format<chw32>}> {
  %y = layout.reorder %x : tensor<1x35x8x16xi8> -> tensor<1x35x8x16xi8, {format = #layout.format<chw32>}>
  return %y : tensor<1x35x8x16xi8, {format = #layout.format<chw32>}>
}

// A batch and the channels around it are the columns of one tile.
// CHECK: LAYOUTC_VECTOR_KERNEL(reorder_reversed_y, (src, dst),
// CHECK: for (int64_t b1 = 0; b1 < 5; b1 += 4) {
// CHECK: static const int64_t d_offsets[64] = {INT64_C(0), INT64_C(640),
// CHECK: static const int64_t s_offsets[32] = {INT64_C(0), INT64_C(2560), INT64_C(5120), INT64_C(7680), INT64_C(320),
// CHECK: LAYOUTC_CALL(transpose_4_tables, (s + b1 * INT64_C(64), s_offsets, d + b1 * INT64_C(128), d_offsets, (layoutc_min(b1 + 4, 5) - b1) * 16, 32, 32));
func.func @reversed(%x: tensor<4x8x5x16xf32>) -> tensor<4x8x5x16xf32, {order = affine_map<(d0, d1, d2, d3) -> (d3, d2, d1, d0)>}> {
  %y = layout.reorder %x : tensor<4x8x5x16xf32> -> tensor<4x8x5x16xf32, {order = affine_map<(d0, d1, d2, d3) -> (d3, d2, d1, d0)>}>
  return %y : tensor<4x8x5x16xf32, {order = affine_map<(d0, d1, d2, d3) -> (d3, d2, d1, d0)>}>
}

// Pixels of three bytes are copied to pixels of four by accesses of four.
// CHECK: LAYOUTC_VECTOR_KERNEL(reorder_pixels_y, (src, dst),
// CHECK: LAYOUTC_CALL(groups_3_3_4, (s + 0, d + 0, 128));
func.func @pixels(%x: tensor<1x3x8x16xi8, {order = #layout.order<NHWC>}>) -> tensor<1x3x8x16xi8, {format = #layout.format<chw4>}> {
  %y = layout.reorder %x : tensor<1x3x8x16xi8, {order = #layout.order<NHWC>}> -> tensor<1x3x8x16xi8, {format = #layout.format<chw4>}>
  return %y : tensor<1x3x8x16xi8, {format = #layout.format<chw4>}>
}

// A swizzle repeats after 512 elements: the offsets of its units of 16 bytes are a table.
// CHECK: periodic: units of 16 bytes, in blocks of 64
// CHECK: LAYOUTC_KERNEL void reorder_swizzled_y(
// CHECK: static const uint32_t offsets[64] = {0, 16, 32, 48, 64, 80, 96, 112, 144, 128, 176,
// CHECK: for (int64_t b = 0; b < 8; ++b) {
// CHECK: memcpy(q + k * 16, p + offsets[k], 16);
layout.notation @swizzle "cute:S<3,3,3> o (64,64):(64,1)"
func.func @swizzled(%x: tensor<64x64xf16>) -> tensor<64x64xf16, {layout = @swizzle}> {
  %y = layout.reorder %x : tensor<64x64xf16> -> tensor<64x64xf16, {layout = @swizzle}>
  return %y : tensor<64x64xf16, {layout = @swizzle}>
}
