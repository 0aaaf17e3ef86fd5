// Ranks from 0 to 8, of which a device supports 1 to 6, and lengths of 1 at every position.

layout.tensor @scalar : tensor<f32>
layout.tensor @one : tensor<1xf16>
layout.tensor @ones : tensor<1x1x1x1x1x1xi8>
layout.tensor @ones_apart : tensor<1x1x1xf32, {reqs = #layout.reqs<m0: aligned<96 bytes>, m1: aligned<32 bytes>>}>
layout.tensor @rank1 : tensor<3xi16>
layout.tensor @rank2 : tensor<2x3xi16>
layout.tensor @rank2_apart : tensor<2x3xi16, {reqs = #layout.reqs<m0: aligned<32 bytes>>}>
layout.tensor @rank3 : tensor<3x2x3xi16>
layout.tensor @rank3_apart : tensor<3x2x3xi16, {reqs = #layout.reqs<m0: aligned<48 bytes>, m1: aligned<32 bytes>>}>
layout.tensor @rank4 : tensor<2x3x2x3xi16>
layout.tensor @rank4_apart : tensor<2x3x2x3xi16, {reqs = #layout.reqs<m0: aligned<64 bytes>, m1: aligned<48 bytes>, m2: aligned<32 bytes>>}>
layout.tensor @rank5 : tensor<5x2x3x2x3xi16>
layout.tensor @rank5_apart : tensor<5x2x3x2x3xi16, {reqs = #layout.reqs<m0: aligned<80 bytes>, m1: aligned<64 bytes>, m2: aligned<48 bytes>, m3: aligned<32 bytes>>}>
layout.tensor @rank6 : tensor<1x5x2x3x2x3xi16>
layout.tensor @rank6_apart : tensor<1x5x2x3x2x3xi16, {reqs = #layout.reqs<m0: aligned<96 bytes>, m1: aligned<80 bytes>, m2: aligned<64 bytes>, m3: aligned<48 bytes>, m4: aligned<32 bytes>>}>
layout.tensor @rank7 : tensor<3x1x5x2x3x2x3xi16>
layout.tensor @rank8 : tensor<2x3x1x5x2x3x2x3xi16>

// Ranks above six: dims without gaps between them are merged.
layout.tensor @rank8_rows : tensor<2x3x1x5x2x3x2x3xi16, {reqs = #layout.reqs<m3: aligned<128 bytes>>}>
layout.tensor @rank7_order : tensor<2x3x4x5x2x3x2xf32, {order = affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d6, d0, d3, d2, d1, d5, d4)>, reqs = #layout.reqs<m1: aligned<64 bytes>>}>
layout.tensor @rank14 : tensor<2x1x2x1x2x1x2x1x2x1x2x1x2x1xi8>
layout.tensor @rank7_ones : tensor<1x2x1x3x1x4x1xf16, {reqs = #layout.reqs<m3: aligned<10 bytes>>}>

// Lengths of 1 between, before and after gaps.
layout.tensor @one_between : tensor<4x1x6xf32, {reqs = #layout.reqs<m0: aligned<40 bytes>, m1: aligned<36 bytes>>}>
layout.tensor @one_last : tensor<4x6x1xf32, {reqs = #layout.reqs<m1: aligned<16 bytes>>}>
layout.tensor @one_first : tensor<1x4x6xf32, {reqs = #layout.reqs<m0: aligned<256 bytes>>}>
