// Stride requirements: alignments that are not powers of two, fixed strides, several requirements on a dim, in each
// unit; explicit strides; and tensors with an offset in their buffer.

layout.tensor @aligned : tensor<4x5x6xf16, {reqs = #layout.reqs<m0: aligned<100 bytes>, m1: aligned<20 bytes>>}>
layout.tensor @aligned_elems : tensor<4x5x6xf32, {reqs = #layout.reqs<m1: aligned<7 elems>>}>
layout.tensor @aligned_bits : tensor<4x5x6xi8, {reqs = #layout.reqs<m1: aligned<72 bits>>}>
layout.tensor @two_alignments : tensor<4x5xi16, {reqs = #layout.reqs<m0: aligned<12 bytes>, m0: aligned<8 bytes>>}>
layout.tensor @fixed : tensor<4x5x6xf32, {reqs = #layout.reqs<m0: fixed<1024 bytes>, m1: fixed<28 bytes>>}>
layout.tensor @fixed_and_aligned : tensor<4x5x6xf32, {reqs = #layout.reqs<m0: aligned<256 bytes>, m1: fixed<32 bytes>>}>
layout.tensor @compact : tensor<4x5x6xf32, {reqs = #layout.reqs<m0: compact, m1: aligned<64 bytes>, m2: compact>}>
layout.tensor @compact_below : tensor<4x5x6x7xi8, {reqs = #layout.reqs<m0: aligned<512 bytes>, m1: compact, m2: compact>}>
layout.tensor @pages : tensor<3x4x5xf64, {order = #layout.order<HWC>, reqs = #layout.reqs<m0: aligned<4096 bytes>>}>
layout.tensor @odd_of_wide : tensor<3x5xi64, {reqs = #layout.reqs<m0: aligned<24 bytes>, m0: aligned<7 bytes>>}>

layout.tensor @given : tensor<4x5xf32, {strides = [8, 1]}>
layout.tensor @given_columns : tensor<4x5x2xf32, {order = #layout.order<HWC>, strides = [1, 40, 5]}>
layout.tensor @given_ones : tensor<1x5x1xf32, {strides = [64, 3, 1]}>

layout.tensor @later : tensor<4x5xf32, {offset = 16}>
layout.tensor @later_rows : tensor<4x5xi8, {offset = 64, reqs = #layout.reqs<m0: aligned<8 bytes>>}>
layout.tensor @later_by_little : tensor<4x5xf32, {offset = 3, reqs = #layout.reqs<m0: aligned<32 bytes>>}>
layout.tensor @later_nibbles : tensor<4x6xi4, {offset = 128, reqs = #layout.reqs<m0: aligned<4 bytes>>}>
