layout.tensor @i8 : tensor<3x5x7xi8>
layout.tensor @i8_rows : tensor<3x5x7xi8, {reqs = #layout.reqs<m1: aligned<16 bytes>>}>
