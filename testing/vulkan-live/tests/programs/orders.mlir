// Every order of up to four dims and some of higher rank, packed, and with a gap outside the innermost dim.

layout.tensor @order01 : tensor<3x5xi16, {order = affine_map<(d0, d1) -> (d0, d1)>}>
layout.tensor @order01_gap : tensor<3x5xi16, {order = affine_map<(d0, d1) -> (d0, d1)>, reqs = #layout.reqs<m0: aligned<14 bytes>>}>
layout.tensor @order10 : tensor<3x5xi16, {order = affine_map<(d0, d1) -> (d1, d0)>}>
layout.tensor @order10_gap : tensor<3x5xi16, {order = affine_map<(d0, d1) -> (d1, d0)>, reqs = #layout.reqs<m0: aligned<14 bytes>>}>
layout.tensor @order012 : tensor<2x3x5xi16, {order = affine_map<(d0, d1, d2) -> (d0, d1, d2)>}>
layout.tensor @order012_gap : tensor<2x3x5xi16, {order = affine_map<(d0, d1, d2) -> (d0, d1, d2)>, reqs = #layout.reqs<m1: aligned<14 bytes>>}>
layout.tensor @order021 : tensor<2x3x5xi16, {order = affine_map<(d0, d1, d2) -> (d0, d2, d1)>}>
layout.tensor @order021_gap : tensor<2x3x5xi16, {order = affine_map<(d0, d1, d2) -> (d0, d2, d1)>, reqs = #layout.reqs<m1: aligned<14 bytes>>}>
layout.tensor @order102 : tensor<2x3x5xi16, {order = affine_map<(d0, d1, d2) -> (d1, d0, d2)>}>
layout.tensor @order102_gap : tensor<2x3x5xi16, {order = affine_map<(d0, d1, d2) -> (d1, d0, d2)>, reqs = #layout.reqs<m1: aligned<14 bytes>>}>
layout.tensor @order120 : tensor<2x3x5xi16, {order = affine_map<(d0, d1, d2) -> (d1, d2, d0)>}>
layout.tensor @order120_gap : tensor<2x3x5xi16, {order = affine_map<(d0, d1, d2) -> (d1, d2, d0)>, reqs = #layout.reqs<m1: aligned<14 bytes>>}>
layout.tensor @order201 : tensor<2x3x5xi16, {order = affine_map<(d0, d1, d2) -> (d2, d0, d1)>}>
layout.tensor @order201_gap : tensor<2x3x5xi16, {order = affine_map<(d0, d1, d2) -> (d2, d0, d1)>, reqs = #layout.reqs<m1: aligned<14 bytes>>}>
layout.tensor @order210 : tensor<2x3x5xi16, {order = affine_map<(d0, d1, d2) -> (d2, d1, d0)>}>
layout.tensor @order210_gap : tensor<2x3x5xi16, {order = affine_map<(d0, d1, d2) -> (d2, d1, d0)>, reqs = #layout.reqs<m1: aligned<14 bytes>>}>
layout.tensor @order0123 : tensor<2x3x5x4xi16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>}>
layout.tensor @order0123_gap : tensor<2x3x5x4xi16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, reqs = #layout.reqs<m2: aligned<14 bytes>>}>
layout.tensor @order0132 : tensor<2x3x5x4xi16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d1, d3, d2)>}>
layout.tensor @order0132_gap : tensor<2x3x5x4xi16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d1, d3, d2)>, reqs = #layout.reqs<m2: aligned<14 bytes>>}>
layout.tensor @order0213 : tensor<2x3x5x4xi16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d1, d3)>}>
layout.tensor @order0213_gap : tensor<2x3x5x4xi16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d1, d3)>, reqs = #layout.reqs<m2: aligned<14 bytes>>}>
layout.tensor @order0231 : tensor<2x3x5x4xi16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}>
layout.tensor @order0231_gap : tensor<2x3x5x4xi16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>, reqs = #layout.reqs<m2: aligned<14 bytes>>}>
layout.tensor @order0312 : tensor<2x3x5x4xi16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d3, d1, d2)>}>
layout.tensor @order0312_gap : tensor<2x3x5x4xi16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d3, d1, d2)>, reqs = #layout.reqs<m2: aligned<14 bytes>>}>
layout.tensor @order0321 : tensor<2x3x5x4xi16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d3, d2, d1)>}>
layout.tensor @order0321_gap : tensor<2x3x5x4xi16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d3, d2, d1)>, reqs = #layout.reqs<m2: aligned<14 bytes>>}>
layout.tensor @order1023 : tensor<2x3x5x4xi16, {order = affine_map<(d0, d1, d2, d3) -> (d1, d0, d2, d3)>}>
layout.tensor @order1023_gap : tensor<2x3x5x4xi16, {order = affine_map<(d0, d1, d2, d3) -> (d1, d0, d2, d3)>, reqs = #layout.reqs<m2: aligned<14 bytes>>}>
layout.tensor @order1032 : tensor<2x3x5x4xi16, {order = affine_map<(d0, d1, d2, d3) -> (d1, d0, d3, d2)>}>
layout.tensor @order1032_gap : tensor<2x3x5x4xi16, {order = affine_map<(d0, d1, d2, d3) -> (d1, d0, d3, d2)>, reqs = #layout.reqs<m2: aligned<14 bytes>>}>
layout.tensor @order1203 : tensor<2x3x5x4xi16, {order = affine_map<(d0, d1, d2, d3) -> (d1, d2, d0, d3)>}>
layout.tensor @order1203_gap : tensor<2x3x5x4xi16, {order = affine_map<(d0, d1, d2, d3) -> (d1, d2, d0, d3)>, reqs = #layout.reqs<m2: aligned<14 bytes>>}>
layout.tensor @order1230 : tensor<2x3x5x4xi16, {order = affine_map<(d0, d1, d2, d3) -> (d1, d2, d3, d0)>}>
layout.tensor @order1230_gap : tensor<2x3x5x4xi16, {order = affine_map<(d0, d1, d2, d3) -> (d1, d2, d3, d0)>, reqs = #layout.reqs<m2: aligned<14 bytes>>}>
layout.tensor @order1302 : tensor<2x3x5x4xi16, {order = affine_map<(d0, d1, d2, d3) -> (d1, d3, d0, d2)>}>
layout.tensor @order1302_gap : tensor<2x3x5x4xi16, {order = affine_map<(d0, d1, d2, d3) -> (d1, d3, d0, d2)>, reqs = #layout.reqs<m2: aligned<14 bytes>>}>
layout.tensor @order1320 : tensor<2x3x5x4xi16, {order = affine_map<(d0, d1, d2, d3) -> (d1, d3, d2, d0)>}>
layout.tensor @order1320_gap : tensor<2x3x5x4xi16, {order = affine_map<(d0, d1, d2, d3) -> (d1, d3, d2, d0)>, reqs = #layout.reqs<m2: aligned<14 bytes>>}>
layout.tensor @order2013 : tensor<2x3x5x4xi16, {order = affine_map<(d0, d1, d2, d3) -> (d2, d0, d1, d3)>}>
layout.tensor @order2013_gap : tensor<2x3x5x4xi16, {order = affine_map<(d0, d1, d2, d3) -> (d2, d0, d1, d3)>, reqs = #layout.reqs<m2: aligned<14 bytes>>}>
layout.tensor @order2031 : tensor<2x3x5x4xi16, {order = affine_map<(d0, d1, d2, d3) -> (d2, d0, d3, d1)>}>
layout.tensor @order2031_gap : tensor<2x3x5x4xi16, {order = affine_map<(d0, d1, d2, d3) -> (d2, d0, d3, d1)>, reqs = #layout.reqs<m2: aligned<14 bytes>>}>
layout.tensor @order2103 : tensor<2x3x5x4xi16, {order = affine_map<(d0, d1, d2, d3) -> (d2, d1, d0, d3)>}>
layout.tensor @order2103_gap : tensor<2x3x5x4xi16, {order = affine_map<(d0, d1, d2, d3) -> (d2, d1, d0, d3)>, reqs = #layout.reqs<m2: aligned<14 bytes>>}>
layout.tensor @order2130 : tensor<2x3x5x4xi16, {order = affine_map<(d0, d1, d2, d3) -> (d2, d1, d3, d0)>}>
layout.tensor @order2130_gap : tensor<2x3x5x4xi16, {order = affine_map<(d0, d1, d2, d3) -> (d2, d1, d3, d0)>, reqs = #layout.reqs<m2: aligned<14 bytes>>}>
layout.tensor @order2301 : tensor<2x3x5x4xi16, {order = affine_map<(d0, d1, d2, d3) -> (d2, d3, d0, d1)>}>
layout.tensor @order2301_gap : tensor<2x3x5x4xi16, {order = affine_map<(d0, d1, d2, d3) -> (d2, d3, d0, d1)>, reqs = #layout.reqs<m2: aligned<14 bytes>>}>
layout.tensor @order2310 : tensor<2x3x5x4xi16, {order = affine_map<(d0, d1, d2, d3) -> (d2, d3, d1, d0)>}>
layout.tensor @order2310_gap : tensor<2x3x5x4xi16, {order = affine_map<(d0, d1, d2, d3) -> (d2, d3, d1, d0)>, reqs = #layout.reqs<m2: aligned<14 bytes>>}>
layout.tensor @order3012 : tensor<2x3x5x4xi16, {order = affine_map<(d0, d1, d2, d3) -> (d3, d0, d1, d2)>}>
layout.tensor @order3012_gap : tensor<2x3x5x4xi16, {order = affine_map<(d0, d1, d2, d3) -> (d3, d0, d1, d2)>, reqs = #layout.reqs<m2: aligned<14 bytes>>}>
layout.tensor @order3021 : tensor<2x3x5x4xi16, {order = affine_map<(d0, d1, d2, d3) -> (d3, d0, d2, d1)>}>
layout.tensor @order3021_gap : tensor<2x3x5x4xi16, {order = affine_map<(d0, d1, d2, d3) -> (d3, d0, d2, d1)>, reqs = #layout.reqs<m2: aligned<14 bytes>>}>
layout.tensor @order3102 : tensor<2x3x5x4xi16, {order = affine_map<(d0, d1, d2, d3) -> (d3, d1, d0, d2)>}>
layout.tensor @order3102_gap : tensor<2x3x5x4xi16, {order = affine_map<(d0, d1, d2, d3) -> (d3, d1, d0, d2)>, reqs = #layout.reqs<m2: aligned<14 bytes>>}>
layout.tensor @order3120 : tensor<2x3x5x4xi16, {order = affine_map<(d0, d1, d2, d3) -> (d3, d1, d2, d0)>}>
layout.tensor @order3120_gap : tensor<2x3x5x4xi16, {order = affine_map<(d0, d1, d2, d3) -> (d3, d1, d2, d0)>, reqs = #layout.reqs<m2: aligned<14 bytes>>}>
layout.tensor @order3201 : tensor<2x3x5x4xi16, {order = affine_map<(d0, d1, d2, d3) -> (d3, d2, d0, d1)>}>
layout.tensor @order3201_gap : tensor<2x3x5x4xi16, {order = affine_map<(d0, d1, d2, d3) -> (d3, d2, d0, d1)>, reqs = #layout.reqs<m2: aligned<14 bytes>>}>
layout.tensor @order3210 : tensor<2x3x5x4xi16, {order = affine_map<(d0, d1, d2, d3) -> (d3, d2, d1, d0)>}>
layout.tensor @order3210_gap : tensor<2x3x5x4xi16, {order = affine_map<(d0, d1, d2, d3) -> (d3, d2, d1, d0)>, reqs = #layout.reqs<m2: aligned<14 bytes>>}>

// Named orders.
layout.tensor @NCHW : tensor<2x5x3x4xf16, {order = #layout.order<NCHW>, reqs = #layout.reqs<m0: aligned<128 bytes>>}>
layout.tensor @NHWC : tensor<2x5x3x4xf16, {order = #layout.order<NHWC>, reqs = #layout.reqs<m0: aligned<128 bytes>>}>
layout.tensor @NHCW : tensor<2x5x3x4xf16, {order = #layout.order<NHCW>, reqs = #layout.reqs<m0: aligned<128 bytes>>}>
layout.tensor @NCDHW : tensor<2x5x2x3x4xf16, {order = #layout.order<NCDHW>, reqs = #layout.reqs<m0: aligned<128 bytes>>}>
layout.tensor @NDHWC : tensor<2x5x2x3x4xf16, {order = #layout.order<NDHWC>, reqs = #layout.reqs<m0: aligned<128 bytes>>}>
layout.tensor @CHW : tensor<5x3x4xf16, {order = #layout.order<CHW>, reqs = #layout.reqs<m0: aligned<128 bytes>>}>
layout.tensor @HWC : tensor<5x3x4xf16, {order = #layout.order<HWC>, reqs = #layout.reqs<m0: aligned<128 bytes>>}>
layout.tensor @HCW : tensor<5x3x4xf16, {order = #layout.order<HCW>, reqs = #layout.reqs<m0: aligned<128 bytes>>}>
layout.tensor @NC : tensor<2x5xf16, {order = #layout.order<NC>, reqs = #layout.reqs<m0: aligned<128 bytes>>}>
layout.tensor @CN : tensor<2x5xf16, {order = #layout.order<CN>, reqs = #layout.reqs<m0: aligned<128 bytes>>}>
layout.tensor @OIYX : tensor<4x3x2x2xf16, {order = #layout.order<OIYX>, reqs = #layout.reqs<m0: aligned<128 bytes>>}>
layout.tensor @OYXI : tensor<4x3x2x2xf16, {order = #layout.order<OYXI>, reqs = #layout.reqs<m0: aligned<128 bytes>>}>
layout.tensor @YXOI : tensor<4x3x2x2xf16, {order = #layout.order<YXOI>, reqs = #layout.reqs<m0: aligned<128 bytes>>}>
layout.tensor @GOIYX : tensor<2x4x3x2x2xf16, {order = #layout.order<GOIYX>, reqs = #layout.reqs<m0: aligned<128 bytes>>}>
layout.tensor @GNCHW : tensor<2x2x3x2x4xf16, {order = #layout.order<GNCHW>, reqs = #layout.reqs<m0: aligned<128 bytes>>}>
layout.tensor @GNHWC : tensor<2x2x3x2x4xf16, {order = #layout.order<GNHWC>, reqs = #layout.reqs<m0: aligned<128 bytes>>}>
