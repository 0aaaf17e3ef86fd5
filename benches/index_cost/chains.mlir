// Descriptors from kernels of CK Tile: @at_NAME computes the addresses of descriptor @NAME.

// Matrix products: a block of M rows in local memory. The row stride is a multiple of a power of two plus one pack.

layout.descriptor @gemm_v1_A_lds_256x32 {
  %d1, %d2, %d3 = layout.strided [4, 256, 8] strides [2056, 8, 1]
  %d4 = layout.merge %d1, %d3
  %d5 = layout.pass_through %d2
  layout.yield %d5, %d4
}
layout.address @at_gemm_v1_A_lds_256x32 of @gemm_v1_A_lds_256x32

layout.descriptor @gemm_v1_A_lds_128x64 {
  %d1, %d2, %d3 = layout.strided [8, 128, 8] strides [1032, 8, 1]
  %d4 = layout.merge %d1, %d3
  %d5 = layout.pass_through %d2
  layout.yield %d5, %d4
}
layout.address @at_gemm_v1_A_lds_128x64 of @gemm_v1_A_lds_128x64

layout.descriptor @gemm_v1_B_lds_64x64 {
  %d1, %d2, %d3 = layout.strided [8, 64, 8] strides [520, 8, 1]
  %d4 = layout.merge %d1, %d3
  %d5 = layout.pass_through %d2
  layout.yield %d5, %d4
}
layout.address @at_gemm_v1_B_lds_64x64 of @gemm_v1_B_lds_64x64

layout.descriptor @fmha_Q_lds {
  %d1, %d2, %d3 = layout.strided [4, 128, 8] strides [1032, 8, 1]
  %d4 = layout.merge %d1, %d3
  %d5 = layout.pass_through %d2
  layout.yield %d5, %d4
}
layout.address @at_fmha_Q_lds of @fmha_Q_lds

layout.descriptor @fmha_K_lds {
  %d1, %d2, %d3 = layout.strided [4, 64, 8] strides [520, 8, 1]
  %d4 = layout.merge %d1, %d3
  %d5 = layout.pass_through %d2
  layout.yield %d5, %d4
}
layout.address @at_fmha_K_lds of @fmha_K_lds

// Matrix products, swizzled: an operand with contiguous rows.

layout.descriptor @gemm_univ_A_row_256x32_k8 {
  %d1, %d2, %d3 = layout.strided [8, 128, 8] strides [8, 64, 1]
  %d4, %d5 = layout.xor %d2, %d1
  %d6, %d7 = layout.unmerge %d5 into [4, 2]
  %d8 = layout.merge %d6, %d3
  %d9 = layout.merge %d4, %d7
  layout.yield %d9, %d8
}
layout.address @at_gemm_univ_A_row_256x32_k8 of @gemm_univ_A_row_256x32_k8

layout.descriptor @gemm_univ_A_row_64x128_fp8_k16 {
  %d1, %d2, %d3 = layout.strided [8, 64, 16] strides [16, 128, 1]
  %d4, %d5 = layout.xor %d2, %d1
  %d6, %d7 = layout.unmerge %d5 into [8, 1]
  %d8 = layout.merge %d6, %d3
  %d9 = layout.merge %d4, %d7
  layout.yield %d9, %d8
}
layout.address @at_gemm_univ_A_row_64x128_fp8_k16 of @gemm_univ_A_row_64x128_fp8_k16

layout.descriptor @gemm_univ_A_row_128x32_k8 {
  %d1, %d2, %d3 = layout.strided [8, 64, 8] strides [8, 64, 1]
  %d4, %d5 = layout.xor %d2, %d1
  %d6, %d7 = layout.unmerge %d5 into [4, 2]
  %d8 = layout.merge %d6, %d3
  %d9 = layout.merge %d4, %d7
  layout.yield %d9, %d8
}
layout.address @at_gemm_univ_A_row_128x32_k8 of @gemm_univ_A_row_128x32_k8

layout.descriptor @gemm_univ_A_row_128x64_k8 {
  %d1, %d2, %d3 = layout.strided [8, 128, 8] strides [8, 64, 1]
  %d4, %d5 = layout.xor %d2, %d1
  %d6, %d7 = layout.unmerge %d5 into [8, 1]
  %d8 = layout.merge %d6, %d3
  %d9 = layout.merge %d4, %d7
  layout.yield %d9, %d8
}
layout.address @at_gemm_univ_A_row_128x64_k8 of @gemm_univ_A_row_128x64_k8

layout.descriptor @gemm_univ_A_row_256x64_k8 {
  %d1, %d2, %d3 = layout.strided [8, 256, 8] strides [8, 64, 1]
  %d4, %d5 = layout.xor %d2, %d1
  %d6, %d7 = layout.unmerge %d5 into [8, 1]
  %d8 = layout.merge %d6, %d3
  %d9 = layout.merge %d4, %d7
  layout.yield %d9, %d8
}
layout.address @at_gemm_univ_A_row_256x64_k8 of @gemm_univ_A_row_256x64_k8

layout.descriptor @gemm_univ_B_col_256x64_fp8_k16 {
  %d1, %d2, %d3 = layout.strided [8, 128, 16] strides [16, 128, 1]
  %d4, %d5 = layout.xor %d2, %d1
  %d6, %d7 = layout.unmerge %d5 into [4, 2]
  %d8 = layout.merge %d6, %d3
  %d9 = layout.merge %d4, %d7
  layout.yield %d9, %d8
}
layout.address @at_gemm_univ_B_col_256x64_fp8_k16 of @gemm_univ_B_col_256x64_fp8_k16

layout.descriptor @gemm_univ_B_col_128x32_fp8_k16 {
  %d1, %d2, %d3 = layout.strided [8, 32, 16] strides [16, 128, 1]
  %d4, %d5 = layout.xor %d2, %d1
  %d6, %d7 = layout.unmerge %d5 into [2, 4]
  %d8 = layout.merge %d6, %d3
  %d9 = layout.merge %d4, %d7
  layout.yield %d9, %d8
}
layout.address @at_gemm_univ_B_col_128x32_fp8_k16 of @gemm_univ_B_col_128x32_fp8_k16

layout.descriptor @gemm_univ_A_row_128x32_f32_k4 {
  %d1, %d2, %d3 = layout.strided [8, 128, 4] strides [4, 32, 1]
  %d4, %d5 = layout.xor %d2, %d1
  %d6, %d7 = layout.unmerge %d5 into [8, 1]
  %d8 = layout.merge %d6, %d3
  %d9 = layout.merge %d4, %d7
  layout.yield %d9, %d8
}
layout.address @at_gemm_univ_A_row_128x32_f32_k4 of @gemm_univ_A_row_128x32_f32_k4

layout.descriptor @fmha_bwd_X_128x64 {
  %d1, %d2, %d3 = layout.strided [8, 128, 8] strides [8, 64, 1]
  %d4, %d5 = layout.xor %d2, %d1
  %d6, %d7 = layout.unmerge %d5 into [8, 1]
  %d8 = layout.merge %d6, %d3
  %d9 = layout.merge %d4, %d7
  layout.yield %d9, %d8
}
layout.address @at_fmha_bwd_X_128x64 of @fmha_bwd_X_128x64

layout.descriptor @fmha_bwd_X_64x128 {
  %d1, %d2, %d3 = layout.strided [16, 64, 8] strides [8, 128, 1]
  %d4, %d5 = layout.xor %d2, %d1
  %d6, %d7 = layout.unmerge %d5 into [16, 1]
  %d8 = layout.merge %d6, %d3
  %d9 = layout.merge %d4, %d7
  layout.yield %d9, %d8
}
layout.address @at_fmha_bwd_X_64x128 of @fmha_bwd_X_64x128

// Matrix products, swizzled: an operand with contiguous columns.

layout.descriptor @gemm_univ_A_col_256x32 {
  %d1, %d2, %d3, %d4, %d5, %d6 = layout.packed [1, 2, 4, 128, 1, 8]
  %d7, %d8 = layout.xor %d3, %d4
  %d9, %d10 = layout.unmerge %d7 into [2, 2]
  %d11, %d12 = layout.unmerge %d8 into [1, 128]
  %d13 = layout.merge %d9, %d1, %d11, %d2, %d6
  %d14 = layout.merge %d12, %d5, %d10
  layout.yield %d14, %d13
}
layout.address @at_gemm_univ_A_col_256x32 of @gemm_univ_A_col_256x32

layout.descriptor @gemm_univ_A_col_128x32 {
  %d1, %d2, %d3, %d4, %d5, %d6 = layout.packed [1, 2, 2, 128, 1, 8]
  %d7, %d8 = layout.xor %d3, %d4
  %d9, %d10 = layout.unmerge %d7 into [2, 1]
  %d11, %d12 = layout.unmerge %d8 into [1, 128]
  %d13 = layout.merge %d9, %d1, %d11, %d2, %d6
  %d14 = layout.merge %d12, %d5, %d10
  layout.yield %d14, %d13
}
layout.address @at_gemm_univ_A_col_128x32 of @gemm_univ_A_col_128x32

layout.descriptor @gemm_univ_A_col_128x64 {
  %d1, %d2, %d3, %d4, %d5, %d6 = layout.packed [2, 2, 4, 64, 1, 8]
  %d7, %d8 = layout.xor %d3, %d4
  %d9, %d10 = layout.unmerge %d7 into [2, 2]
  %d11, %d12 = layout.unmerge %d8 into [1, 64]
  %d13 = layout.merge %d9, %d1, %d11, %d2, %d6
  %d14 = layout.merge %d12, %d5, %d10
  layout.yield %d14, %d13
}
layout.address @at_gemm_univ_A_col_128x64 of @gemm_univ_A_col_128x64

layout.descriptor @gemm_univ_B_row_256x32 {
  %d1, %d2, %d3, %d4, %d5, %d6 = layout.packed [2, 1, 8, 64, 1, 8]
  %d7, %d8 = layout.xor %d3, %d4
  %d9, %d10 = layout.unmerge %d7 into [2, 4]
  %d11, %d12 = layout.unmerge %d8 into [1, 64]
  %d13 = layout.merge %d9, %d1, %d11, %d2, %d6
  %d14 = layout.merge %d12, %d5, %d10
  layout.yield %d14, %d13
}
layout.address @at_gemm_univ_B_row_256x32 of @gemm_univ_B_row_256x32

layout.descriptor @gemm_univ_B_row_256x64 {
  %d1, %d2, %d3, %d4, %d5, %d6 = layout.packed [1, 4, 4, 128, 1, 8]
  %d7, %d8 = layout.xor %d3, %d4
  %d9, %d10 = layout.unmerge %d7 into [2, 2]
  %d11, %d12 = layout.unmerge %d8 into [1, 128]
  %d13 = layout.merge %d9, %d1, %d11, %d2, %d6
  %d14 = layout.merge %d12, %d5, %d10
  layout.yield %d14, %d13
}
layout.address @at_gemm_univ_B_row_256x64 of @gemm_univ_B_row_256x64

layout.descriptor @fmha_bwd_XT_128x64 {
  %d1, %d2, %d3, %d4, %d5, %d6 = layout.packed [8, 1, 16, 16, 1, 4]
  %d7, %d8 = layout.xor %d3, %d4
  %d9, %d10 = layout.unmerge %d7 into [2, 8]
  %d11, %d12 = layout.unmerge %d8 into [1, 16]
  %d13 = layout.merge %d9, %d1, %d11, %d2, %d6
  %d14 = layout.merge %d12, %d5, %d10
  layout.yield %d14, %d13
}
layout.address @at_fmha_bwd_XT_128x64 of @fmha_bwd_XT_128x64

layout.descriptor @fmha_bwd_XT_128x128 {
  %d1, %d2, %d3, %d4, %d5, %d6 = layout.packed [8, 2, 16, 16, 1, 4]
  %d7, %d8 = layout.xor %d3, %d4
  %d9, %d10 = layout.unmerge %d7 into [2, 8]
  %d11, %d12 = layout.unmerge %d8 into [1, 16]
  %d13 = layout.merge %d9, %d1, %d11, %d2, %d6
  %d14 = layout.merge %d12, %d5, %d10
  layout.yield %d14, %d13
}
layout.address @at_fmha_bwd_XT_128x128 of @fmha_bwd_XT_128x128

layout.descriptor @fmha_bwd_KT_read_transposed {
  %d1, %d2, %d3, %d4, %d5, %d6 = layout.strided [8, 1, 16, 16, 1, 4] strides [1024, 1024, 64, 4, 4, 1]
  %d7, %d8 = layout.xor %d3, %d4
  %d9, %d10 = layout.unmerge %d7 into [2, 8]
  %d11, %d12 = layout.unmerge %d8 into [1, 16]
  %d13 = layout.merge %d9, %d1, %d11, %d2, %d6
  %d14 = layout.merge %d12, %d5, %d10
  layout.yield %d14, %d13
}
layout.address @at_fmha_bwd_KT_read_transposed of @fmha_bwd_KT_read_transposed

// Attention: buffers of keys and values in local memory, and tensors in memory.

layout.descriptor @fmha_K_async_store_buf0 {
  %d1, %d2, %d3, %d4, %d5 = layout.strided [8, 4, 4, 16, 2] strides [544, 32, 136, 2, 1]
  %d6 = layout.merge %d2, %d4, %d5
  %d7 = layout.pass_through %d1
  %d8 = layout.pass_through %d3
  layout.yield %d7, %d8, %d6
}
layout.address @at_fmha_K_async_store_buf0 of @fmha_K_async_store_buf0

layout.descriptor @fmha_K_async_store_buf1 {
  %d1, %d2, %d3, %d4, %d5 = layout.strided [8, 4, 4, 16, 2] strides [544, 32, 136, 2, 1] offset 4352
  %d6 = layout.merge %d2, %d4, %d5
  %d7 = layout.pass_through %d1
  %d8 = layout.pass_through %d3
  layout.yield %d7, %d8, %d6
}
layout.address @at_fmha_K_async_store_buf1 of @fmha_K_async_store_buf1

layout.descriptor @fmha_K_async_store_buf2 {
  %d1, %d2, %d3, %d4, %d5 = layout.strided [8, 4, 4, 16, 2] strides [544, 32, 136, 2, 1] offset 8704
  %d6 = layout.merge %d2, %d4, %d5
  %d7 = layout.pass_through %d1
  %d8 = layout.pass_through %d3
  layout.yield %d7, %d8, %d6
}
layout.address @at_fmha_K_async_store_buf2 of @fmha_K_async_store_buf2

layout.descriptor @fmha_K_async_load_3buf {
  %d1, %d2, %d3, %d4, %d5, %d6 = layout.strided [3, 8, 4, 4, 4, 8] strides [4352, 544, 136, 32, 8, 1]
  %d7 = layout.merge %d1, %d2, %d4, %d3
  %d8 = layout.merge %d5, %d6
  layout.yield %d7, %d8
}
layout.address @at_fmha_K_async_load_3buf of @fmha_K_async_load_3buf

layout.descriptor @fmha_V_lds_64x32 {
  %d1, %d2, %d3, %d4, %d5 = layout.strided [1, 4, 8, 8, 8] strides [4352, 576, 72, 8, 1]
  %d6 = layout.merge %d1, %d3, %d4
  %d7 = layout.merge %d2, %d5
  layout.yield %d6, %d7
}
layout.address @at_fmha_V_lds_64x32 of @fmha_V_lds_64x32

layout.descriptor @fmha_V_lds_128x32 {
  %d1, %d2, %d3, %d4, %d5 = layout.strided [1, 4, 16, 8, 8] strides [8704, 1152, 72, 8, 1]
  %d6 = layout.merge %d1, %d3, %d4
  %d7 = layout.merge %d2, %d5
  layout.yield %d6, %d7
}
layout.address @at_fmha_V_lds_128x32 of @fmha_V_lds_128x32

layout.descriptor @fmha_V_dram_transposed_padded {
  %d1, %d2 = layout.strided [29, 24] strides [24, 1]
  %d3 = layout.pad %d1 low 0 high 3
  %d4 = layout.pass_through %d2
  layout.yield %d4, %d3
}
layout.address @at_fmha_V_dram_transposed_padded of @fmha_V_dram_transposed_padded

layout.descriptor @fmha_V_dram_transposed {
  %d1, %d2 = layout.strided [32, 24] strides [24, 1]
  %d3 = layout.pass_through %d2
  %d4 = layout.pass_through %d1
  layout.yield %d3, %d4
}
layout.address @at_fmha_V_dram_transposed of @fmha_V_dram_transposed

layout.descriptor @splitkv_lse_load_16x32 {
  %d1, %d2, %d3 = layout.strided [8, 16, 4] strides [68, 4, 1]
  %d4 = layout.merge %d1, %d3
  %d5 = layout.pass_through %d2
  layout.yield %d4, %d5
}
layout.address @at_splitkv_lse_load_16x32 of @splitkv_lse_load_16x32

layout.descriptor @splitkv_lse_store_16x32 {
  %d1, %d2, %d3 = layout.strided [8, 16, 4] strides [68, 4, 1]
  %d4 = layout.merge %d1, %d3
  %d5 = layout.pass_through %d2
  layout.yield %d5, %d4
}
layout.address @at_splitkv_lse_store_16x32 of @splitkv_lse_store_16x32

layout.descriptor @splitkv_oacc_pad_merge {
  %d1, %d2, %d3 = layout.strided [3, 13, 20] strides [416, 32, 1]
  %d4 = layout.pad %d2 low 0 high 3
  %d5 = layout.pad %d3 low 0 high 12
  %d6 = layout.merge %d1, %d4
  layout.yield %d6, %d5
}
layout.address @at_splitkv_oacc_pad_merge of @splitkv_oacc_pad_merge

// Convolutions as matrix products: the input.

layout.descriptor @im2col_3x3_p1 {
  %d1, %d2, %d3, %d4 = layout.strided [2, 6, 7, 4] strides [168, 28, 4, 1]
  %d5 = layout.pad %d2 low 1 high 1
  %d6 = layout.pad %d3 low 1 high 1
  %d7, %d8 = layout.embed %d5 into [3, 6] strides [1, 1]
  %d9, %d10 = layout.embed %d6 into [3, 7] strides [1, 1]
  %d11 = layout.merge %d1, %d8, %d10
  %d12 = layout.merge %d7, %d9, %d4
  layout.yield %d11, %d12
}
layout.address @at_im2col_3x3_p1 of @im2col_3x3_p1

layout.descriptor @im2col_3x3_s2_p1 {
  %d1, %d2, %d3, %d4 = layout.strided [2, 6, 7, 4] strides [168, 28, 4, 1]
  %d5 = layout.pad %d2 low 1 high 1
  %d6 = layout.pad %d3 low 1 high 1
  %d7, %d8 = layout.embed %d5 into [3, 3] strides [1, 2]
  %d9, %d10 = layout.embed %d6 into [3, 4] strides [1, 2]
  %d11 = layout.merge %d1, %d8, %d10
  %d12 = layout.merge %d7, %d9, %d4
  layout.yield %d11, %d12
}
layout.address @at_im2col_3x3_s2_p1 of @im2col_3x3_s2_p1

layout.descriptor @im2col_3x3_d2_p2 {
  %d1, %d2, %d3, %d4 = layout.strided [2, 6, 7, 4] strides [168, 28, 4, 1]
  %d5 = layout.pad %d2 low 2 high 2
  %d6 = layout.pad %d3 low 2 high 2
  %d7, %d8 = layout.embed %d5 into [3, 6] strides [2, 1]
  %d9, %d10 = layout.embed %d6 into [3, 7] strides [2, 1]
  %d11 = layout.merge %d1, %d8, %d10
  %d12 = layout.merge %d7, %d9, %d4
  layout.yield %d11, %d12
}
layout.address @at_im2col_3x3_d2_p2 of @im2col_3x3_d2_p2

layout.descriptor @im2col_3x3_p1_tiled {
  %d1, %d2, %d3, %d4 = layout.strided [2, 6, 7, 3] strides [126, 21, 3, 1]
  %d5 = layout.pad %d2 low 1 high 1
  %d6 = layout.pad %d3 low 1 high 1
  %d7, %d8 = layout.embed %d5 into [3, 6] strides [1, 1]
  %d9, %d10 = layout.embed %d6 into [3, 7] strides [1, 1]
  %d11 = layout.merge %d1, %d8, %d10
  %d12 = layout.merge %d7, %d9, %d4
  %d13 = layout.pad %d11 low 0 high 12
  %d14 = layout.pad %d12 low 0 high 5
  layout.yield %d13, %d14
}
layout.address @at_im2col_3x3_p1_tiled of @im2col_3x3_p1_tiled

layout.descriptor @im2col_5x3_p1_c8 {
  %d1, %d2, %d3, %d4 = layout.strided [3, 12, 10, 8] strides [960, 80, 8, 1]
  %d5 = layout.pad %d2 low 1 high 1
  %d6 = layout.pad %d3 low 1 high 1
  %d7, %d8 = layout.embed %d5 into [5, 10] strides [1, 1]
  %d9, %d10 = layout.embed %d6 into [3, 10] strides [1, 1]
  %d11 = layout.merge %d1, %d8, %d10
  %d12 = layout.merge %d7, %d9, %d4
  layout.yield %d11, %d12
}
layout.address @at_im2col_5x3_p1_c8 of @im2col_5x3_p1_c8

layout.descriptor @convfwd1d {
  %d1, %d2, %d3 = layout.strided [2, 10, 4] strides [40, 4, 1]
  %d4 = layout.pad %d2 low 1 high 1
  %d5, %d6 = layout.embed %d4 into [3, 5] strides [1, 2]
  %d7 = layout.merge %d1, %d6
  %d8 = layout.merge %d5, %d3
  layout.yield %d7, %d8
}
layout.address @at_convfwd1d of @convfwd1d

layout.descriptor @convfwd1d_s1_tiled {
  %d1, %d2, %d3 = layout.strided [2, 10, 4] strides [40, 4, 1]
  %d4 = layout.pad %d2 low 1 high 1
  %d5, %d6 = layout.embed %d4 into [3, 10] strides [1, 1]
  %d7 = layout.merge %d1, %d6
  %d8 = layout.merge %d5, %d3
  %d9 = layout.pad %d7 low 0 high 12
  %d10 = layout.pad %d8 low 0 high 4
  layout.yield %d9, %d10
}
layout.address @at_convfwd1d_s1_tiled of @convfwd1d_s1_tiled

layout.descriptor @convfwd2d_p1_tiled {
  %d1, %d2, %d3, %d4 = layout.strided [2, 6, 7, 4] strides [168, 28, 4, 1]
  %d5 = layout.pad %d2 low 1 high 1
  %d6 = layout.pad %d3 low 1 high 1
  %d7, %d8 = layout.embed %d5 into [3, 6] strides [1, 1]
  %d9, %d10 = layout.embed %d6 into [3, 7] strides [1, 1]
  %d11 = layout.merge %d1, %d8, %d10
  %d12 = layout.merge %d7, %d9, %d4
  %d13 = layout.pad %d11 low 0 high 44
  %d14 = layout.pad %d12 low 0 high 28
  layout.yield %d13, %d14
}
layout.address @at_convfwd2d_p1_tiled of @convfwd2d_p1_tiled

layout.descriptor @convfwd2d_s2_p1_tiled {
  %d1, %d2, %d3, %d4 = layout.strided [2, 9, 9, 5] strides [405, 45, 5, 1]
  %d5 = layout.pad %d2 low 1 high 1
  %d6 = layout.pad %d3 low 1 high 1
  %d7, %d8 = layout.embed %d5 into [3, 5] strides [1, 2]
  %d9, %d10 = layout.embed %d6 into [3, 5] strides [1, 2]
  %d11 = layout.merge %d1, %d8, %d10
  %d12 = layout.merge %d7, %d9, %d4
  %d13 = layout.pad %d11 low 0 high 14
  %d14 = layout.pad %d12 low 0 high 19
  layout.yield %d13, %d14
}
layout.address @at_convfwd2d_s2_p1_tiled of @convfwd2d_s2_p1_tiled

layout.descriptor @convfwd3d_p1 {
  %d1, %d2, %d3, %d4, %d5 = layout.strided [2, 4, 5, 6, 3] strides [360, 90, 18, 3, 1]
  %d6 = layout.pad %d2 low 1 high 1
  %d7 = layout.pad %d3 low 1 high 1
  %d8 = layout.pad %d4 low 1 high 1
  %d9, %d10 = layout.embed %d6 into [3, 4] strides [1, 1]
  %d11, %d12 = layout.embed %d7 into [3, 5] strides [1, 1]
  %d13, %d14 = layout.embed %d8 into [3, 6] strides [1, 1]
  %d15 = layout.merge %d1, %d10, %d12, %d14
  %d16 = layout.merge %d9, %d11, %d13, %d5
  layout.yield %d15, %d16
}
layout.address @at_convfwd3d_p1 of @convfwd3d_p1

layout.descriptor @convfwd3d_p1_tiled {
  %d1, %d2, %d3, %d4, %d5 = layout.strided [2, 4, 5, 6, 3] strides [360, 90, 18, 3, 1]
  %d6 = layout.pad %d2 low 1 high 1
  %d7 = layout.pad %d3 low 1 high 1
  %d8 = layout.pad %d4 low 1 high 1
  %d9, %d10 = layout.embed %d6 into [3, 4] strides [1, 1]
  %d11, %d12 = layout.embed %d7 into [3, 5] strides [1, 1]
  %d13, %d14 = layout.embed %d8 into [3, 6] strides [1, 1]
  %d15 = layout.merge %d1, %d10, %d12, %d14
  %d16 = layout.merge %d9, %d11, %d13, %d5
  %d17 = layout.pad %d15 low 0 high 16
  %d18 = layout.pad %d16 low 0 high 15
  layout.yield %d17, %d18
}
layout.address @at_convfwd3d_p1_tiled of @convfwd3d_p1_tiled

layout.descriptor @convfwd2d_p0 {
  %d1, %d2, %d3, %d4 = layout.strided [2, 8, 8, 4] strides [256, 32, 4, 1]
  %d5, %d6 = layout.embed %d2 into [3, 6] strides [1, 1]
  %d7, %d8 = layout.embed %d3 into [3, 6] strides [1, 1]
  %d9 = layout.merge %d1, %d6, %d8
  %d10 = layout.merge %d5, %d7, %d4
  layout.yield %d9, %d10
}
layout.address @at_convfwd2d_p0 of @convfwd2d_p0

layout.descriptor @convfwd_1x1_s1_tiled {
  %d1, %d2, %d3, %d4 = layout.strided [2, 6, 7, 5] strides [210, 35, 5, 1]
  %d5 = layout.merge %d1, %d2, %d3
  %d6 = layout.pad %d5 low 0 high 12
  %d7 = layout.pad %d4 low 0 high 3
  layout.yield %d6, %d7
}
layout.address @at_convfwd_1x1_s1_tiled of @convfwd_1x1_s1_tiled

layout.descriptor @convfwd_1x1_s2 {
  %d1, %d2, %d3, %d4 = layout.strided [2, 9, 7, 4] strides [252, 28, 4, 1]
  %d5 = layout.embed %d2 into [5] strides [2]
  %d6 = layout.embed %d3 into [4] strides [2]
  %d7 = layout.merge %d1, %d5, %d6
  %d8 = layout.pass_through %d4
  layout.yield %d7, %d8
}
layout.address @at_convfwd_1x1_s2 of @convfwd_1x1_s2

layout.descriptor @convfwd_1x1_groups {
  %d1, %d2, %d3, %d4 = layout.strided [2, 6, 7, 4] strides [504, 84, 12, 1]
  %d5 = layout.merge %d1, %d2, %d3
  %d6 = layout.pass_through %d4
  layout.yield %d5, %d6
}
layout.address @at_convfwd_1x1_groups of @convfwd_1x1_groups

layout.descriptor @convfwd2d_groups_tiled {
  %d1, %d2, %d3, %d4 = layout.strided [2, 6, 7, 4] strides [504, 84, 12, 1]
  %d5 = layout.pad %d2 low 1 high 1
  %d6 = layout.pad %d3 low 1 high 1
  %d7, %d8 = layout.embed %d5 into [3, 6] strides [1, 1]
  %d9, %d10 = layout.embed %d6 into [3, 7] strides [1, 1]
  %d11 = layout.merge %d1, %d8, %d10
  %d12 = layout.merge %d7, %d9, %d4
  %d13 = layout.pad %d11 low 0 high 12
  %d14 = layout.pad %d12 low 0 high 28
  layout.yield %d13, %d14
}
layout.address @at_convfwd2d_groups_tiled of @convfwd2d_groups_tiled

// Convolutions, gradient of the input: A is the gradient of the output, B the weights, C the gradient of the input.

layout.descriptor @convbwd_A_s1_p1 {
  %d1, %d2, %d3, %d4 = layout.strided [2, 4, 5, 4] strides [80, 20, 4, 1]
  %d5 = layout.pad %d2 low 0 high 0
  %d6 = layout.pad %d3 low 0 high 0
  %d7, %d8 = layout.embed %d5 into [3, 6] strides [-1, 1]
  %d9, %d10 = layout.embed %d6 into [3, 7] strides [-1, 1]
  %d11 = layout.slice %d7 from 0 to 3
  %d12 = layout.slice %d8 from 1 to 5
  %d13 = layout.slice %d9 from 0 to 3
  %d14 = layout.slice %d10 from 1 to 6
  %d15 = layout.merge %d11, %d13, %d4
  %d16 = layout.merge %d1, %d12, %d14
  %d17 = layout.pad %d15 low 0 high 4
  %d18 = layout.pad %d16 low 0 high 8
  %d19, %d20 = layout.unmerge %d17 into [10, 4]
  layout.yield %d19, %d18, %d20
}
layout.address @at_convbwd_A_s1_p1 of @convbwd_A_s1_p1

layout.descriptor @convbwd_A_s2_p1 {
  %d1, %d2, %d3, %d4 = layout.strided [2, 4, 3, 4] strides [48, 12, 4, 1]
  %d5 = layout.pad %d2 low 0 high 0
  %d6 = layout.pad %d3 low 0 high 0
  %d7, %d8 = layout.embed %d5 into [2, 5] strides [-1, 1]
  %d9, %d10 = layout.embed %d6 into [2, 4] strides [-1, 1]
  %d11 = layout.slice %d7 from 0 to 2
  %d12 = layout.slice %d8 from 0 to 5
  %d13 = layout.slice %d9 from 0 to 2
  %d14 = layout.slice %d10 from 0 to 4
  %d15 = layout.merge %d11, %d13, %d4
  %d16 = layout.merge %d1, %d12, %d14
  %d17 = layout.pad %d15 low 0 high 0
  %d18 = layout.pad %d16 low 0 high 8
  %d19, %d20 = layout.unmerge %d17 into [4, 4]
  layout.yield %d19, %d18, %d20
}
layout.address @at_convbwd_A_s2_p1 of @convbwd_A_s2_p1

layout.descriptor @convbwd_A_1x1 {
  %d1, %d2, %d3, %d4 = layout.strided [2, 4, 5, 4] strides [80, 20, 4, 1]
  %d5 = layout.merge %d1, %d2, %d3
  %d6 = layout.pad %d4 low 0 high 4
  %d7 = layout.pad %d5 low 0 high 8
  %d8, %d9 = layout.unmerge %d6 into [2, 4]
  layout.yield %d8, %d7, %d9
}
layout.address @at_convbwd_A_1x1 of @convbwd_A_1x1

layout.descriptor @convbwd_B_s1_p1 {
  %d1, %d2, %d3, %d4 = layout.strided [4, 3, 3, 3] strides [27, 9, 3, 1]
  %d5, %d6 = layout.embed %d2 into [3, 1] strides [1, 1]
  %d7, %d8 = layout.embed %d3 into [3, 1] strides [1, 1]
  %d9 = layout.slice %d5 from 0 to 3
  %d10 = layout.slice %d7 from 0 to 3
  layout.freeze %d6 at 0
  layout.freeze %d8 at 0
  %d11 = layout.merge %d9, %d10, %d1
  %d12 = layout.pad %d11 low 0 high 4
  %d13 = layout.pad %d4 low 0 high 1
  %d14, %d15 = layout.unmerge %d12 into [10, 4]
  layout.yield %d14, %d13, %d15
}
layout.address @at_convbwd_B_s1_p1 of @convbwd_B_s1_p1

layout.descriptor @convbwd_B_s2_p1 {
  %d1, %d2, %d3, %d4 = layout.strided [4, 3, 3, 3] strides [27, 9, 3, 1]
  %d5, %d6 = layout.embed %d2 into [2, 2] strides [2, 1]
  %d7, %d8 = layout.embed %d3 into [2, 2] strides [2, 1]
  %d9 = layout.slice %d5 from 0 to 1
  %d10 = layout.slice %d7 from 0 to 1
  layout.freeze %d6 at 1
  layout.freeze %d8 at 1
  %d11 = layout.merge %d9, %d10, %d1
  %d12 = layout.pad %d11 low 0 high 4
  %d13 = layout.pad %d4 low 0 high 1
  %d14, %d15 = layout.unmerge %d12 into [2, 4]
  layout.yield %d14, %d13, %d15
}
layout.address @at_convbwd_B_s2_p1 of @convbwd_B_s2_p1

layout.descriptor @convbwd_C_1x1 {
  %d1, %d2, %d3, %d4 = layout.strided [2, 4, 5, 3] strides [60, 15, 3, 1]
  %d5, %d6 = layout.embed %d2 into [1, 4] strides [1, 1]
  %d7, %d8 = layout.embed %d3 into [1, 5] strides [1, 1]
  layout.freeze %d5 at 0
  layout.freeze %d7 at 0
  %d9 = layout.merge %d1, %d6, %d8
  %d10 = layout.pad %d9 low 0 high 8
  %d11 = layout.pad %d4 low 0 high 1
  layout.yield %d10, %d11
}
layout.address @at_convbwd_C_1x1 of @convbwd_C_1x1

layout.descriptor @convbwd_C_s1_p1 {
  %d1, %d2, %d3, %d4 = layout.strided [2, 4, 5, 3] strides [60, 15, 3, 1]
  %d5 = layout.pad %d2 low 1 high 1
  %d6 = layout.pad %d3 low 1 high 1
  %d7, %d8 = layout.embed %d5 into [1, 6] strides [1, 1]
  %d9, %d10 = layout.embed %d6 into [1, 7] strides [1, 1]
  layout.freeze %d7 at 0
  %d11 = layout.slice %d8 from 1 to 5
  layout.freeze %d9 at 0
  %d12 = layout.slice %d10 from 1 to 6
  %d13 = layout.merge %d1, %d11, %d12
  %d14 = layout.pad %d13 low 0 high 8
  %d15 = layout.pad %d4 low 0 high 1
  layout.yield %d14, %d15
}
layout.address @at_convbwd_C_s1_p1 of @convbwd_C_s1_p1

layout.descriptor @convbwd_C_s2_p1 {
  %d1, %d2, %d3, %d4 = layout.strided [2, 8, 6, 3] strides [144, 18, 3, 1]
  %d5 = layout.pad %d2 low 1 high 1
  %d6 = layout.pad %d3 low 1 high 1
  %d7, %d8 = layout.embed %d5 into [2, 5] strides [1, 2]
  %d9, %d10 = layout.embed %d6 into [2, 4] strides [1, 2]
  layout.freeze %d7 at 1
  %d11 = layout.slice %d8 from 0 to 5
  layout.freeze %d9 at 1
  %d12 = layout.slice %d10 from 0 to 4
  %d13 = layout.merge %d1, %d11, %d12
  %d14 = layout.pad %d13 low 0 high 8
  %d15 = layout.pad %d4 low 0 high 1
  layout.yield %d14, %d15
}
layout.address @at_convbwd_C_s2_p1 of @convbwd_C_s2_p1

// Convolutions, gradient of the weights.

layout.descriptor @convwrw_A_output {
  %d1, %d2 = layout.strided [50, 6] strides [6, 1]
  %d3 = layout.pad %d1 low 0 high 14
  %d4, %d5, %d6 = layout.unmerge %d3 into [2, 8, 4]
  %d7 = layout.pad %d2 low 0 high 2
  layout.yield %d4, %d5, %d7, %d6
}
layout.address @at_convwrw_A_output of @convwrw_A_output

layout.descriptor @convwrw_B_input {
  %d1, %d2, %d3, %d4 = layout.strided [2, 5, 5, 3] strides [75, 15, 3, 1]
  %d5 = layout.pad %d2 low 1 high 1
  %d6 = layout.pad %d3 low 1 high 1
  %d7, %d8 = layout.embed %d5 into [3, 5] strides [1, 1]
  %d9, %d10 = layout.embed %d6 into [3, 5] strides [1, 1]
  %d11 = layout.merge %d7, %d9, %d4
  %d12 = layout.merge %d1, %d8, %d10
  %d13 = layout.pad %d12 low 0 high 14
  %d14, %d15, %d16 = layout.unmerge %d13 into [2, 8, 4]
  %d17 = layout.pad %d11 low 0 high 5
  layout.yield %d14, %d15, %d17, %d16
}
layout.address @at_convwrw_B_input of @convwrw_B_input

layout.descriptor @convwrw_B_input_s2 {
  %d1, %d2, %d3, %d4 = layout.strided [2, 9, 9, 3] strides [243, 27, 3, 1]
  %d5 = layout.pad %d2 low 1 high 1
  %d6 = layout.pad %d3 low 1 high 1
  %d7, %d8 = layout.embed %d5 into [3, 5] strides [1, 2]
  %d9, %d10 = layout.embed %d6 into [3, 5] strides [1, 2]
  %d11 = layout.merge %d7, %d9, %d4
  %d12 = layout.merge %d1, %d8, %d10
  %d13 = layout.pad %d12 low 0 high 14
  %d14, %d15, %d16 = layout.unmerge %d13 into [2, 8, 4]
  %d17 = layout.pad %d11 low 0 high 5
  layout.yield %d14, %d15, %d17, %d16
}
layout.address @at_convwrw_B_input_s2 of @convwrw_B_input_s2

// Matrix products: operands and result in memory.

layout.descriptor @ckgemm_A_grid_MKpad {
  %d1, %d2 = layout.strided [13, 21] strides [21, 1]
  %d3 = layout.pad %d1 low 0 high 3
  %d4 = layout.pad %d2 low 0 high 3
  %d5, %d6 = layout.unmerge %d4 into [3, 8]
  layout.yield %d5, %d3, %d6
}
layout.address @at_ckgemm_A_grid_MKpad of @ckgemm_A_grid_MKpad

layout.descriptor @ckgemm_A_grid {
  %d1, %d2 = layout.strided [16, 64] strides [72, 1]
  %d3, %d4 = layout.unmerge %d2 into [8, 8]
  %d5 = layout.pass_through %d1
  layout.yield %d3, %d5, %d4
}
layout.address @at_ckgemm_A_grid of @ckgemm_A_grid

layout.descriptor @ckgemm_B_grid_NKpad {
  %d1, %d2 = layout.strided [21, 13] strides [13, 1]
  %d3 = layout.pad %d1 low 0 high 11
  %d4 = layout.pad %d2 low 0 high 3
  %d5, %d6 = layout.unmerge %d4 into [2, 8]
  layout.yield %d5, %d3, %d6
}
layout.address @at_ckgemm_B_grid_NKpad of @ckgemm_B_grid_NKpad

layout.descriptor @ckgemm_C_shuffle_freeze_unmerge {
  %d1, %d2, %d3, %d4 = layout.strided [1, 64, 1, 64] strides [4096, 64, 64, 1]
  layout.freeze %d1 at 0
  %d5, %d6, %d7, %d8, %d9 = layout.unmerge %d2 into [1, 2, 4, 2, 4]
  layout.freeze %d3 at 0
  %d10, %d11, %d12 = layout.unmerge %d4 into [1, 2, 32]
  layout.yield %d5, %d6, %d7, %d10, %d8, %d11, %d9, %d12
}
layout.address @at_ckgemm_C_shuffle_freeze_unmerge of @ckgemm_C_shuffle_freeze_unmerge

layout.descriptor @ckgemm_C_grid_blocks {
  %d1, %d2 = layout.strided [13, 21] strides [21, 1]
  %d3 = layout.pad %d1 low 0 high 3
  %d4 = layout.pad %d2 low 0 high 11
  %d5, %d6 = layout.unmerge %d3 into [2, 8]
  %d7, %d8 = layout.unmerge %d4 into [2, 16]
  layout.yield %d5, %d6, %d7, %d8
}
layout.address @at_ckgemm_C_grid_blocks of @ckgemm_C_grid_blocks

// Pooling, and conversions between channels first and channels last.

layout.descriptor @pool2d_in {
  %d1, %d2, %d3, %d4 = layout.strided [2, 6, 7, 3] strides [126, 21, 3, 1]
  %d5 = layout.pad %d2 low 1 high 1
  %d6 = layout.pad %d3 low 1 high 1
  %d7, %d8 = layout.embed %d5 into [3, 3] strides [1, 2]
  %d9, %d10 = layout.embed %d6 into [3, 4] strides [1, 2]
  %d11 = layout.merge %d1, %d8, %d10, %d4
  %d12 = layout.merge %d7, %d9
  %d13 = layout.pad %d11 low 0 high 24
  %d14 = layout.pad %d12 low 0 high 3
  layout.yield %d13, %d14
}
layout.address @at_pool2d_in of @pool2d_in

layout.descriptor @pool2d_in_2x2 {
  %d1, %d2, %d3, %d4 = layout.strided [2, 6, 8, 4] strides [192, 32, 4, 1]
  %d5 = layout.pad %d2 low 1 high 1
  %d6 = layout.pad %d3 low 1 high 1
  %d7, %d8 = layout.embed %d5 into [2, 4] strides [1, 2]
  %d9, %d10 = layout.embed %d6 into [2, 5] strides [1, 2]
  %d11 = layout.merge %d1, %d8, %d10, %d4
  %d12 = layout.merge %d7, %d9
  %d13 = layout.pad %d11 low 0 high 32
  %d14 = layout.pad %d12 low 0 high 0
  layout.yield %d13, %d14
}
layout.address @at_pool2d_in_2x2 of @pool2d_in_2x2

layout.descriptor @ngchw_side {
  %d1, %d2, %d3, %d4, %d5 = layout.strided [2, 3, 4, 5, 6] strides [360, 120, 30, 6, 1]
  %d6 = layout.merge %d1, %d2, %d3
  %d7 = layout.merge %d4, %d5
  %d8 = layout.pad %d6 low 0 high 8
  %d9 = layout.pad %d7 low 0 high 2
  layout.yield %d8, %d9
}
layout.address @at_ngchw_side of @ngchw_side

layout.descriptor @nhwgc_side {
  %d1, %d2, %d3, %d4, %d5 = layout.strided [2, 3, 4, 5, 6] strides [360, 4, 1, 72, 12]
  %d6 = layout.merge %d1, %d2, %d3
  %d7 = layout.merge %d4, %d5
  %d8 = layout.pad %d6 low 0 high 8
  %d9 = layout.pad %d7 low 0 high 2
  layout.yield %d8, %d9
}
layout.address @at_nhwgc_side of @nhwgc_side
