// RUN: layoutc %s | FileCheck %s
// RUN: layoutc %s --emit=generic | layoutc | FileCheck %s

// A single part of a layout is a dictionary with this part.
// CHECK: layout.tensor @order : tensor<4x5xf32, {order = #CN}>
layout.tensor @order : tensor<4x5xf32, #layout.order<CN>>
// CHECK: layout.tensor @reqs : tensor<4x5xf32, {reqs = #layout.reqs<m0: aligned<64 bytes>>}>
layout.tensor @reqs : tensor<4x5xf32, #layout.reqs<m0: aligned<64 bytes>>>
// CHECK: layout.tensor @format : tensor<1x4x5x6xf32, {format = #layout.format<linear>}>
layout.tensor @format : tensor<1x4x5x6xf32, #layout.format<linear>>
// A single affine map is an encoding of another dialect, which is preserved.
// CHECK: tensor<4x5xf32, #CN>
%0 = "t.a"() : () -> tensor<4x5xf32, affine_map<(d0, d1) -> (d1, d0)>>
