// The index maps whose cost is compared with other compilers, as layouts: addressing function @NAME for a map
// called NAME, or @NAME_from and @NAME_to for the source and the target of a reorder.

#NHWC = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>
#NWCH = affine_map<(d0, d1, d2, d3) -> (d0, d3, d1, d2)>
#T = affine_map<(d0, d1) -> (d1, d0)>

// Formats of TensorRT.

layout.tensor @x_trt_kLINEAR_2x3x224x224 : tensor<2x3x224x224xf32, {format = #layout.format<linear>}>
layout.address @trt_kLINEAR_2x3x224x224 of @x_trt_kLINEAR_2x3x224x224

layout.tensor @x_trt_kLINEAR_8x64x56x56 : tensor<8x64x56x56xi8, {format = #layout.format<linear>}>
layout.address @trt_kLINEAR_8x64x56x56 of @x_trt_kLINEAR_8x64x56x56

layout.tensor @x_trt_kLINEAR_4x100x17x31 : tensor<4x100x17x31xf16, {format = #layout.format<linear>}>
layout.address @trt_kLINEAR_4x100x17x31 of @x_trt_kLINEAR_4x100x17x31

layout.tensor @x_trt_kCHW2_2x3x224x224 : tensor<2x3x224x224xf16, {format = #layout.format<chw2>}>
layout.address @trt_kCHW2_2x3x224x224 of @x_trt_kCHW2_2x3x224x224

layout.tensor @x_trt_kCHW2_4x17x28x28 : tensor<4x17x28x28xf16, {format = #layout.format<chw2>}>
layout.address @trt_kCHW2_4x17x28x28 of @x_trt_kCHW2_4x17x28x28

layout.tensor @x_trt_kCHW2_1x64x64x64 : tensor<1x64x64x64xf16, {format = #layout.format<chw2>}>
layout.address @trt_kCHW2_1x64x64x64 of @x_trt_kCHW2_1x64x64x64

layout.tensor @x_trt_kHWC8_2x3x224x224 : tensor<2x3x224x224xf16, {format = #layout.format<hwc8>}>
layout.address @trt_kHWC8_2x3x224x224 of @x_trt_kHWC8_2x3x224x224

layout.tensor @x_trt_kHWC8_4x17x28x28 : tensor<4x17x28x28xf16, {format = #layout.format<hwc8>}>
layout.address @trt_kHWC8_4x17x28x28 of @x_trt_kHWC8_4x17x28x28

layout.tensor @x_trt_kHWC8_2x100x56x56 : tensor<2x100x56x56xf16, {format = #layout.format<hwc8>}>
layout.address @trt_kHWC8_2x100x56x56 of @x_trt_kHWC8_2x100x56x56

layout.tensor @x_trt_kCHW4_2x3x224x224 : tensor<2x3x224x224xi8, {format = #layout.format<chw4>}>
layout.address @trt_kCHW4_2x3x224x224 of @x_trt_kCHW4_2x3x224x224

layout.tensor @x_trt_kCHW4_4x17x28x28 : tensor<4x17x28x28xi8, {format = #layout.format<chw4>}>
layout.address @trt_kCHW4_4x17x28x28 of @x_trt_kCHW4_4x17x28x28

layout.tensor @x_trt_kCHW4_8x100x14x14 : tensor<8x100x14x14xi8, {format = #layout.format<chw4>}>
layout.address @trt_kCHW4_8x100x14x14 of @x_trt_kCHW4_8x100x14x14

layout.tensor @x_trt_kCHW16_2x17x56x56 : tensor<2x17x56x56xf16, {format = #layout.format<chw16>}>
layout.address @trt_kCHW16_2x17x56x56 of @x_trt_kCHW16_2x17x56x56

layout.tensor @x_trt_kCHW16_4x100x28x28 : tensor<4x100x28x28xf16, {format = #layout.format<chw16>}>
layout.address @trt_kCHW16_4x100x28x28 of @x_trt_kCHW16_4x100x28x28

layout.tensor @x_trt_kCHW16_2x64x32x32 : tensor<2x64x32x32xf16, {format = #layout.format<chw16>}>
layout.address @trt_kCHW16_2x64x32x32 of @x_trt_kCHW16_2x64x32x32

layout.tensor @x_trt_kCHW32_2x3x224x224 : tensor<2x3x224x224xi8, {format = #layout.format<chw32>}>
layout.address @trt_kCHW32_2x3x224x224 of @x_trt_kCHW32_2x3x224x224

layout.tensor @x_trt_kCHW32_4x17x28x28 : tensor<4x17x28x28xi8, {format = #layout.format<chw32>}>
layout.address @trt_kCHW32_4x17x28x28 of @x_trt_kCHW32_4x17x28x28

layout.tensor @x_trt_kCHW32_4x100x28x28 : tensor<4x100x28x28xi8, {format = #layout.format<chw32>}>
layout.address @trt_kCHW32_4x100x28x28 of @x_trt_kCHW32_4x100x28x28

layout.tensor @x_trt_kCHW32_8x64x32x32 : tensor<8x64x32x32xi8, {format = #layout.format<chw32>}>
layout.address @trt_kCHW32_8x64x32x32 of @x_trt_kCHW32_8x64x32x32

layout.tensor @x_trt_kCHW32_1x256x56x56 : tensor<1x256x56x56xf32, {format = #layout.format<chw32>}>
layout.address @trt_kCHW32_1x256x56x56 of @x_trt_kCHW32_1x256x56x56

layout.tensor @x_trt_kDHWC8_2x17x8x28x28 : tensor<2x17x8x28x28xf16, {format = #layout.format<dhwc8>}>
layout.address @trt_kDHWC8_2x17x8x28x28 of @x_trt_kDHWC8_2x17x8x28x28

layout.tensor @x_trt_kDHWC8_2x3x16x112x112 : tensor<2x3x16x112x112xf16, {format = #layout.format<dhwc8>}>
layout.address @trt_kDHWC8_2x3x16x112x112 of @x_trt_kDHWC8_2x3x16x112x112

layout.tensor @x_trt_kCDHW32_2x100x8x28x28 : tensor<2x100x8x28x28xi8, {format = #layout.format<cdhw32>}>
layout.address @trt_kCDHW32_2x100x8x28x28 of @x_trt_kCDHW32_2x100x8x28x28

layout.tensor @x_trt_kCDHW32_1x64x16x32x32 : tensor<1x64x16x32x32xf16, {format = #layout.format<cdhw32>}>
layout.address @trt_kCDHW32_1x64x16x32x32 of @x_trt_kCDHW32_1x64x16x32x32

layout.tensor @x_trt_kHWC_2x3x224x224 : tensor<2x3x224x224xf32, {format = #layout.format<hwc>}>
layout.address @trt_kHWC_2x3x224x224 of @x_trt_kHWC_2x3x224x224

layout.tensor @x_trt_kHWC_4x17x28x28 : tensor<4x17x28x28xf32, {format = #layout.format<hwc>}>
layout.address @trt_kHWC_4x17x28x28 of @x_trt_kHWC_4x17x28x28

layout.tensor @x_trt_kDLA_LINEAR_2x3x224x224 : tensor<2x3x224x224xi8, {format = #layout.format<dla_linear>}>
layout.address @trt_kDLA_LINEAR_2x3x224x224 of @x_trt_kDLA_LINEAR_2x3x224x224

layout.tensor @x_trt_kDLA_LINEAR_1x17x28x28 : tensor<1x17x28x28xf16, {format = #layout.format<dla_linear>}>
layout.address @trt_kDLA_LINEAR_1x17x28x28 of @x_trt_kDLA_LINEAR_1x17x28x28

layout.tensor @x_trt_kDLA_HWC4_1x3x224x224 : tensor<1x3x224x224xi8, {format = #layout.format<dla_hwc4, orin>}>
layout.address @trt_kDLA_HWC4_1x3x224x224 of @x_trt_kDLA_HWC4_1x3x224x224

layout.tensor @x_trt_kDLA_HWC4_2x3x30x30 : tensor<2x3x30x30xf16, {format = #layout.format<dla_hwc4, orin>}>
layout.address @trt_kDLA_HWC4_2x3x30x30 of @x_trt_kDLA_HWC4_2x3x30x30

layout.tensor @x_trt_kDLA_HWC4_4x1x100x100 : tensor<4x1x100x100xi8, {format = #layout.format<dla_hwc4, orin>}>
layout.address @trt_kDLA_HWC4_4x1x100x100 of @x_trt_kDLA_HWC4_4x1x100x100

layout.tensor @x_trt_kHWC16_4x17x28x28 : tensor<4x17x28x28xf16, {format = #layout.format<hwc16>}>
layout.address @trt_kHWC16_4x17x28x28 of @x_trt_kHWC16_4x17x28x28

layout.tensor @x_trt_kHWC16_2x100x56x56 : tensor<2x100x56x56xf16, {format = #layout.format<hwc16>}>
layout.address @trt_kHWC16_2x100x56x56 of @x_trt_kHWC16_2x100x56x56

// Permuted tensors.

layout.tensor @x_perm_nchw_on_nhwc_8x64x56x56 : tensor<8x64x56x56xf32, {order = #NHWC}>
layout.address @perm_nchw_on_nhwc_8x64x56x56 of @x_perm_nchw_on_nhwc_8x64x56x56

layout.tensor @x_perm_nhwc_on_nchw_4x17x28x28 : tensor<4x28x28x17xf16, {order = #NWCH}>
layout.address @perm_nhwc_on_nchw_4x17x28x28 of @x_perm_nhwc_on_nchw_4x17x28x28

layout.tensor @x_perm_matrix_t_1000x768 : tensor<1000x768xf32, {order = #T}>
layout.address @perm_matrix_t_1000x768 of @x_perm_matrix_t_1000x768

// Padded rows.

layout.tensor @x_vk_tensor_arm_padded_2x3x30x50_i16 : tensor<2x3x30x50xf16, {strides = [6144, 2048, 64, 1]}>
layout.address @vk_tensor_arm_padded_2x3x30x50_i16 of @x_vk_tensor_arm_padded_2x3x30x50_i16

layout.tensor @x_vk_tensor_arm_padded_4x17x28x28_i8 : tensor<4x17x28x28xi8, {strides = [19040, 1120, 40, 1]}>
layout.address @vk_tensor_arm_padded_4x17x28x28_i8 of @x_vk_tensor_arm_padded_4x17x28x28_i8

layout.tensor @x_row_pitch_720x1000_pitch1024 : tensor<720x1000xi8, {strides = [1024, 1]}>
layout.address @row_pitch_720x1000_pitch1024 of @x_row_pitch_720x1000_pitch1024

layout.tensor @x_row_pitch_720x1000_pitch1008 : tensor<720x1000xi8, {strides = [1008, 1]}>
layout.address @row_pitch_720x1000_pitch1008 of @x_row_pitch_720x1000_pitch1008

// Descriptors of CK Tile. Those of convolutions have indices in the virtual padding, where the offset is undefined;
// the functions compute it there, too.

layout.descriptor @x_ck_custom_stride_3x4_row8 {
  %m, %n = layout.strided [3, 4] strides [8, 1]
  %i = layout.pass_through %m
  %j = layout.pass_through %n
  layout.yield %i, %j
}
layout.address @ck_custom_stride_3x4_row8 of @x_ck_custom_stride_3x4_row8

layout.descriptor @x_ck_aligned_4x5_align8 {
  %m, %n = layout.aligned [4, 5] to 8
  %i = layout.pass_through %m
  %j = layout.pass_through %n
  layout.yield %i, %j
}
layout.address @ck_aligned_4x5_align8 of @x_ck_aligned_4x5_align8

layout.descriptor @x_ck_unmerge_2x6_to_2x2x3 {
  %m, %n = layout.packed [2, 6]
  %a = layout.pass_through %m
  %b, %c = layout.unmerge %n into [2, 3]
  layout.yield %a, %b, %c
}
layout.address @ck_unmerge_2x6_to_2x2x3 of @x_ck_unmerge_2x6_to_2x2x3

layout.descriptor @x_ck_merge_2x2x3_to_2x6_packed {
  %l, %m, %n = layout.packed [2, 2, 3]
  %a = layout.pass_through %l
  %b = layout.merge %m, %n
  layout.yield %a, %b
}
layout.address @ck_merge_2x2x3_to_2x6_packed of @x_ck_merge_2x2x3_to_2x6_packed

layout.descriptor @x_ck_merge_8x12x20pad24 {
  %l, %m, %n = layout.strided [8, 12, 20] strides [288, 24, 1]
  %a = layout.pass_through %l
  %b = layout.merge %m, %n
  layout.yield %a, %b
}
layout.address @ck_merge_8x12x20pad24 of @x_ck_merge_8x12x20pad24

layout.descriptor @x_ck_5d_to_3d_packed {
  %l, %m0, %m1, %k0, %k1 = layout.packed [64, 4, 2, 64, 4]
  %i = layout.pass_through %l
  %m = layout.merge %m0, %m1
  %k = layout.merge %k0, %k1
  layout.yield %i, %m, %k
}
layout.address @ck_5d_to_3d_packed of @x_ck_5d_to_3d_packed

layout.descriptor @x_ck_5d_to_3d_ldspad {
  %l, %m0, %m1, %k0, %k1 = layout.strided [64, 4, 2, 64, 4] strides [2176, 544, 272, 4, 1]
  %i = layout.pass_through %l
  %m = layout.merge %m0, %m1
  %k = layout.merge %k0, %k1
  layout.yield %i, %m, %k
}
layout.address @ck_5d_to_3d_ldspad of @x_ck_5d_to_3d_ldspad

layout.descriptor @x_ck_5d_to_3d_ldspad_k {
  %l, %m0, %m1, %k0, %k1 = layout.strided [64, 4, 2, 64, 4] strides [2560, 640, 320, 5, 1]
  %i = layout.pass_through %l
  %m = layout.merge %m0, %m1
  %k = layout.merge %k0, %k1
  layout.yield %i, %m, %k
}
layout.address @ck_5d_to_3d_ldspad_k of @x_ck_5d_to_3d_ldspad_k

layout.descriptor @x_ck_merge_nhw_nhwc_pad {
  %n, %h, %w, %c = layout.strided [4, 28, 28, 17] strides [20160, 720, 24, 1]
  %m = layout.merge %n, %h, %w
  %k = layout.pass_through %c
  layout.yield %m, %k
}
layout.address @ck_merge_nhw_nhwc_pad of @x_ck_merge_nhw_nhwc_pad

layout.descriptor @x_ck_transpose_1000x768_ld1024 {
  %row, %column = layout.strided [1000, 768] strides [1024, 1]
  %m = layout.pass_through %row
  %n = layout.pass_through %column
  layout.yield %n, %m
}
layout.address @ck_transpose_1000x768_ld1024 of @x_ck_transpose_1000x768_ld1024

layout.descriptor @x_ck_convpad_nhwc_pad3 {
  %n0, %h0, %w0, %c0 = layout.strided [2, 230, 230, 3] strides [150528, 672, 3, 1] offset -2025
  %n = layout.pass_through %n0
  %h = layout.pass_through %h0
  %w = layout.pass_through %w0
  %c = layout.pass_through %c0
  layout.yield %n, %h, %w, %c
}
layout.address @ck_convpad_nhwc_pad3 of @x_ck_convpad_nhwc_pad3

layout.descriptor @x_ck_slice_1024x1024_at_16_32 {
  %row, %column = layout.packed [1024, 1024]
  %m = layout.slice %row from 16 to 80
  %k = layout.slice %column from 32 to 160
  layout.yield %m, %k
}
layout.address @ck_slice_1024x1024_at_16_32 of @x_ck_slice_1024x1024_at_16_32

layout.descriptor @x_ck_slice_odd_1000x1000_at_16_32 {
  %row, %column = layout.packed [1000, 1000]
  %m = layout.slice %row from 16 to 80
  %k = layout.slice %column from 32 to 160
  layout.yield %m, %k
}
layout.address @ck_slice_odd_1000x1000_at_16_32 of @x_ck_slice_odd_1000x1000_at_16_32

layout.descriptor @x_ck_im2col_c64_s2 {
  %n, %hp, %wp, %c = layout.strided [2, 58, 58, 64] strides [200704, 3584, 64, 1] offset -3648
  %y, %h = layout.embed %hp into [3, 28] strides [1, 2]
  %x, %w = layout.embed %wp into [3, 28] strides [1, 2]
  %m = layout.merge %n, %h, %w
  %k = layout.merge %y, %x, %c
  layout.yield %m, %k
}
layout.address @ck_im2col_c64_s2 of @x_ck_im2col_c64_s2

layout.descriptor @x_ck_im2col_c17_s1 {
  %n, %hp, %wp, %c = layout.strided [4, 30, 30, 17] strides [13328, 476, 17, 1] offset -493
  %y, %h = layout.embed %hp into [3, 28] strides [1, 1]
  %x, %w = layout.embed %wp into [3, 28] strides [1, 1]
  %m = layout.merge %n, %h, %w
  %k = layout.merge %y, %x, %c
  layout.yield %m, %k
}
layout.address @ck_im2col_c17_s1 of @x_ck_im2col_c17_s1

// Reorders: the offset in a tensor from the position of an element in the row-major order of another.

layout.tensor @x_reorder_LINEAR_to_HWC_8x64x56x56 : tensor<8x64x56x56xf32, {format = #layout.format<hwc>}>

layout.descriptor @flat_reorder_LINEAR_to_HWC_8x64x56x56 {
  %n, %c, %h, %w = layout.from @x_reorder_LINEAR_to_HWC_8x64x56x56
  %t = layout.merge %n, %c, %h, %w
  layout.yield %t
}
layout.address @reorder_LINEAR_to_HWC_8x64x56x56 of @flat_reorder_LINEAR_to_HWC_8x64x56x56

layout.tensor @x_reorder_LINEAR_to_HWC_2x3x224x224 : tensor<2x3x224x224xf32, {format = #layout.format<hwc>}>

layout.descriptor @flat_reorder_LINEAR_to_HWC_2x3x224x224 {
  %n, %c, %h, %w = layout.from @x_reorder_LINEAR_to_HWC_2x3x224x224
  %t = layout.merge %n, %c, %h, %w
  layout.yield %t
}
layout.address @reorder_LINEAR_to_HWC_2x3x224x224 of @flat_reorder_LINEAR_to_HWC_2x3x224x224

layout.tensor @x_reorder_LINEAR_to_HWC_1x3x1080x1920 : tensor<1x3x1080x1920xi8, {order = #NHWC}>

layout.descriptor @flat_reorder_LINEAR_to_HWC_1x3x1080x1920 {
  %n, %c, %h, %w = layout.from @x_reorder_LINEAR_to_HWC_1x3x1080x1920
  %t = layout.merge %n, %c, %h, %w
  layout.yield %t
}
layout.address @reorder_LINEAR_to_HWC_1x3x1080x1920 of @flat_reorder_LINEAR_to_HWC_1x3x1080x1920

layout.tensor @x_reorder_LINEAR_to_CHW32_4x100x28x28 : tensor<4x100x28x28xi8, {format = #layout.format<chw32>}>

layout.descriptor @flat_reorder_LINEAR_to_CHW32_4x100x28x28 {
  %n, %c, %h, %w = layout.from @x_reorder_LINEAR_to_CHW32_4x100x28x28
  %t = layout.merge %n, %c, %h, %w
  layout.yield %t
}
layout.address @reorder_LINEAR_to_CHW32_4x100x28x28 of @flat_reorder_LINEAR_to_CHW32_4x100x28x28

layout.tensor @x_reorder_LINEAR_to_CHW32_8x64x32x32 : tensor<8x64x32x32xi8, {format = #layout.format<chw32>}>

layout.descriptor @flat_reorder_LINEAR_to_CHW32_8x64x32x32 {
  %n, %c, %h, %w = layout.from @x_reorder_LINEAR_to_CHW32_8x64x32x32
  %t = layout.merge %n, %c, %h, %w
  layout.yield %t
}
layout.address @reorder_LINEAR_to_CHW32_8x64x32x32 of @flat_reorder_LINEAR_to_CHW32_8x64x32x32

layout.tensor @x_reorder_LINEAR_to_CHW4_2x3x224x224 : tensor<2x3x224x224xi8, {format = #layout.format<chw4>}>

layout.descriptor @flat_reorder_LINEAR_to_CHW4_2x3x224x224 {
  %n, %c, %h, %w = layout.from @x_reorder_LINEAR_to_CHW4_2x3x224x224
  %t = layout.merge %n, %c, %h, %w
  layout.yield %t
}
layout.address @reorder_LINEAR_to_CHW4_2x3x224x224 of @flat_reorder_LINEAR_to_CHW4_2x3x224x224

layout.tensor @x_reorder_HWC_to_CHW4_2x3x224x224_from : tensor<2x3x224x224xi8, {order = #NHWC}>

layout.descriptor @flat_reorder_HWC_to_CHW4_2x3x224x224_from {
  %n, %c, %h, %w = layout.from @x_reorder_HWC_to_CHW4_2x3x224x224_from
  %t = layout.merge %n, %c, %h, %w
  layout.yield %t
}
layout.address @reorder_HWC_to_CHW4_2x3x224x224_from of @flat_reorder_HWC_to_CHW4_2x3x224x224_from

layout.tensor @x_reorder_HWC_to_CHW4_2x3x224x224_to : tensor<2x3x224x224xi8, {format = #layout.format<chw4>}>

layout.descriptor @flat_reorder_HWC_to_CHW4_2x3x224x224_to {
  %n, %c, %h, %w = layout.from @x_reorder_HWC_to_CHW4_2x3x224x224_to
  %t = layout.merge %n, %c, %h, %w
  layout.yield %t
}
layout.address @reorder_HWC_to_CHW4_2x3x224x224_to of @flat_reorder_HWC_to_CHW4_2x3x224x224_to

layout.tensor @x_reorder_CHW32_to_CHW4_2x64x56x56_from : tensor<2x64x56x56xi8, {format = #layout.format<chw32>}>

layout.descriptor @flat_reorder_CHW32_to_CHW4_2x64x56x56_from {
  %n, %c, %h, %w = layout.from @x_reorder_CHW32_to_CHW4_2x64x56x56_from
  %t = layout.merge %n, %c, %h, %w
  layout.yield %t
}
layout.address @reorder_CHW32_to_CHW4_2x64x56x56_from of @flat_reorder_CHW32_to_CHW4_2x64x56x56_from

layout.tensor @x_reorder_CHW32_to_CHW4_2x64x56x56_to : tensor<2x64x56x56xi8, {format = #layout.format<chw4>}>

layout.descriptor @flat_reorder_CHW32_to_CHW4_2x64x56x56_to {
  %n, %c, %h, %w = layout.from @x_reorder_CHW32_to_CHW4_2x64x56x56_to
  %t = layout.merge %n, %c, %h, %w
  layout.yield %t
}
layout.address @reorder_CHW32_to_CHW4_2x64x56x56_to of @flat_reorder_CHW32_to_CHW4_2x64x56x56_to

layout.tensor @x_reorder_LINEAR_to_CHW16_2x64x32x32 : tensor<2x64x32x32xf16, {format = #layout.format<chw16>}>

layout.descriptor @flat_reorder_LINEAR_to_CHW16_2x64x32x32 {
  %n, %c, %h, %w = layout.from @x_reorder_LINEAR_to_CHW16_2x64x32x32
  %t = layout.merge %n, %c, %h, %w
  layout.yield %t
}
layout.address @reorder_LINEAR_to_CHW16_2x64x32x32 of @flat_reorder_LINEAR_to_CHW16_2x64x32x32

layout.tensor @x_reorder_LINEAR_to_CHW2_4x17x28x28 : tensor<4x17x28x28xf16, {format = #layout.format<chw2>}>

layout.descriptor @flat_reorder_LINEAR_to_CHW2_4x17x28x28 {
  %n, %c, %h, %w = layout.from @x_reorder_LINEAR_to_CHW2_4x17x28x28
  %t = layout.merge %n, %c, %h, %w
  layout.yield %t
}
layout.address @reorder_LINEAR_to_CHW2_4x17x28x28 of @flat_reorder_LINEAR_to_CHW2_4x17x28x28

layout.tensor @x_reorder_LINEAR_to_DLA_LINEAR_2x3x224x224 : tensor<2x3x224x224xi8, {format = #layout.format<dla_linear>}>

layout.descriptor @flat_reorder_LINEAR_to_DLA_LINEAR_2x3x224x224 {
  %n, %c, %h, %w = layout.from @x_reorder_LINEAR_to_DLA_LINEAR_2x3x224x224
  %t = layout.merge %n, %c, %h, %w
  layout.yield %t
}
layout.address @reorder_LINEAR_to_DLA_LINEAR_2x3x224x224 of @flat_reorder_LINEAR_to_DLA_LINEAR_2x3x224x224

layout.tensor @x_reorder_HWC8_to_HWC16_2x100x56x56_from : tensor<2x100x56x56xf16, {format = #layout.format<hwc8>}>

layout.descriptor @flat_reorder_HWC8_to_HWC16_2x100x56x56_from {
  %n, %c, %h, %w = layout.from @x_reorder_HWC8_to_HWC16_2x100x56x56_from
  %t = layout.merge %n, %c, %h, %w
  layout.yield %t
}
layout.address @reorder_HWC8_to_HWC16_2x100x56x56_from of @flat_reorder_HWC8_to_HWC16_2x100x56x56_from

layout.tensor @x_reorder_HWC8_to_HWC16_2x100x56x56_to : tensor<2x100x56x56xf16, {format = #layout.format<hwc16>}>

layout.descriptor @flat_reorder_HWC8_to_HWC16_2x100x56x56_to {
  %n, %c, %h, %w = layout.from @x_reorder_HWC8_to_HWC16_2x100x56x56_to
  %t = layout.merge %n, %c, %h, %w
  layout.yield %t
}
layout.address @reorder_HWC8_to_HWC16_2x100x56x56_to of @flat_reorder_HWC8_to_HWC16_2x100x56x56_to

layout.tensor @x_reorder_CDHW_to_CDHW32_2x100x8x28x28 : tensor<2x100x8x28x28xi8, {format = #layout.format<cdhw32>}>

layout.descriptor @flat_reorder_CDHW_to_CDHW32_2x100x8x28x28 {
  %n, %c, %d, %h, %w = layout.from @x_reorder_CDHW_to_CDHW32_2x100x8x28x28
  %t = layout.merge %n, %c, %d, %h, %w
  layout.yield %t
}
layout.address @reorder_CDHW_to_CDHW32_2x100x8x28x28 of @flat_reorder_CDHW_to_CDHW32_2x100x8x28x28

layout.tensor @x_reorder_LINEAR_to_DLA_HWC4_2x3x30x30 : tensor<2x3x30x30xf16, {format = #layout.format<dla_hwc4, orin>}>

layout.descriptor @flat_reorder_LINEAR_to_DLA_HWC4_2x3x30x30 {
  %n, %c, %h, %w = layout.from @x_reorder_LINEAR_to_DLA_HWC4_2x3x30x30
  %t = layout.merge %n, %c, %h, %w
  layout.yield %t
}
layout.address @reorder_LINEAR_to_DLA_HWC4_2x3x30x30 of @flat_reorder_LINEAR_to_DLA_HWC4_2x3x30x30

layout.tensor @x_reorder_LINEAR_to_HWC8_4x17x28x28 : tensor<4x17x28x28xf16, {format = #layout.format<hwc8>}>

layout.descriptor @flat_reorder_LINEAR_to_HWC8_4x17x28x28 {
  %n, %c, %h, %w = layout.from @x_reorder_LINEAR_to_HWC8_4x17x28x28
  %t = layout.merge %n, %c, %h, %w
  layout.yield %t
}
layout.address @reorder_LINEAR_to_HWC8_4x17x28x28 of @flat_reorder_LINEAR_to_HWC8_4x17x28x28

layout.descriptor @x_reorder_physCHW32_to_LINEAR_4x100x28x28 {
  %n, %c, %h, %w = layout.strided [4, 128, 28, 28] strides [78400, 784, 28, 1]
  %c0, %c1 = layout.unmerge %c into [4, 32]
  %t = layout.merge %n, %c0, %h, %w, %c1
  layout.yield %t
}
layout.address @reorder_physCHW32_to_LINEAR_4x100x28x28 of @x_reorder_physCHW32_to_LINEAR_4x100x28x28

layout.descriptor @x_reorder_physCHW4_to_LINEAR_8x64x56x56 {
  %n, %c, %h, %w = layout.packed [8, 64, 56, 56]
  %c0, %c1 = layout.unmerge %c into [16, 4]
  %t = layout.merge %n, %c0, %h, %w, %c1
  layout.yield %t
}
layout.address @reorder_physCHW4_to_LINEAR_8x64x56x56 of @x_reorder_physCHW4_to_LINEAR_8x64x56x56

layout.tensor @x_reorder_transpose_1024x768 : tensor<1024x768xf32, {order = #T}>

layout.descriptor @flat_reorder_transpose_1024x768 {
  %m, %k = layout.from @x_reorder_transpose_1024x768
  %t = layout.merge %m, %k
  layout.yield %t
}
layout.address @reorder_transpose_1024x768 of @flat_reorder_transpose_1024x768

layout.tensor @x_reorder_transpose_1000x1000 : tensor<1000x1000xf16, {order = #T}>

layout.descriptor @flat_reorder_transpose_1000x1000 {
  %m, %k = layout.from @x_reorder_transpose_1000x1000
  %t = layout.merge %m, %k
  layout.yield %t
}
layout.address @reorder_transpose_1000x1000 of @flat_reorder_transpose_1000x1000

layout.tensor @x_reorder_transpose_1024x1024 : tensor<1024x1024xf32, {order = #T}>

layout.descriptor @flat_reorder_transpose_1024x1024 {
  %m, %k = layout.from @x_reorder_transpose_1024x1024
  %t = layout.merge %m, %k
  layout.yield %t
}
layout.address @reorder_transpose_1024x1024 of @flat_reorder_transpose_1024x1024
