// RUN: layoutc %s --split-input-file --passes=resolve-strides | FileCheck %s

// An element has the width of its storage type.
// CHECK: @bytes : tensor<4x5x!quant.uniform<i8:f32, {{.*}}>, {{.*}}strides = [16, 1]}>
// CHECK: @unsigned : {{.*}}strides = [16, 1]}>
// CHECK: @halves : {{.*}}strides = [8, 1]}>
// CHECK: @eight : {{.*}}strides = [16, 1]}>
// CHECK: @bits : {{.*}}strides = [128, 1]}>
layout.tensor @bytes : tensor<4x5x!quant.uniform<i8:f32, 5.000000e-01:3>, {reqs = #layout.reqs<m0: aligned<16 bytes>>}>
layout.tensor @unsigned : tensor<4x5x!quant.any<u8<0:255>:f32>, {reqs = #layout.reqs<m0: aligned<16 bytes>>}>
layout.tensor @halves : tensor<4x5xbf16, {reqs = #layout.reqs<m0: aligned<16 bytes>>}>
layout.tensor @eight : tensor<4x5xf8E4M3FN, {reqs = #layout.reqs<m0: aligned<16 bytes>>}>
layout.tensor @bits : tensor<4x5xi1, {reqs = #layout.reqs<m0: aligned<16 bytes>>}>
