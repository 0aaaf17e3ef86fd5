// Tensors at the limits of the target, 2^27 each: elements, a length, bytes of a tensor, a stride.

layout.tensor @elements : tensor<134217728xi8>
layout.tensor @padded_bytes : tensor<8192x4000xf32, {reqs = #layout.reqs<m0: aligned<16384 bytes>>}>
layout.tensor @stride : tensor<1x1000xf64, {reqs = #layout.reqs<m0: fixed<134217728 bytes>>}>
layout.tensor @half_stride : tensor<2x1000xi8, {reqs = #layout.reqs<m0: fixed<67108864 bytes>>}>
