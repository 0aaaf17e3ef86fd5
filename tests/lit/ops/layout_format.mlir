// RUN: layoutc %s | FileCheck %s
// RUN: layoutc %s --emit=generic | layoutc | FileCheck %s
// RUN: layoutc %s --emit=generic | FileCheck %s --check-prefix=GENERIC
// RUN: layoutc %s --passes=resolve-strides | FileCheck %s

// The formats of TensorRT in the type of a tensor. Their strides are fixed, so that no stride remains to be resolved.

// CHECK: layout.tensor @scalar : tensor<f32, {format = #layout.format<linear>}>
// GENERIC: type = tensor<f32, {format = #layout.format<linear>}>
layout.tensor @scalar : tensor<f32, {format = #layout.format<linear>}>
// CHECK: layout.tensor @chw2 : tensor<33x3x4xf16, {format = #layout.format<chw2>}>
layout.tensor @chw2 : tensor<33x3x4xf16, {format = #layout.format< chw2 >}>
// CHECK: layout.tensor @chw16 : tensor<1x3x5x7xf16, {format = #layout.format<chw16, xavier>}>
layout.tensor @chw16 : tensor<1x3x5x7xf16, {format = #layout.format<chw16,xavier>}>
// The signedness of an integer is irrelevant.
// CHECK: layout.tensor @chw32 : tensor<1x17x4x3xsi8, {format = #layout.format<chw32, orin>}>
layout.tensor @chw32 : tensor<1x17x4x3xsi8, {format = #layout.format<chw32, orin>}>
// CHECK: layout.tensor @cdhw32 : tensor<2x33x2x3x3xi8, {format = #layout.format<cdhw32>}>
layout.tensor @cdhw32 : tensor<2x33x2x3x3xi8, {format = #layout.format<cdhw32>}>
// CHECK: layout.tensor @hwc : tensor<33x3x4xf32, {format = #layout.format<hwc>}>
layout.tensor @hwc : tensor<33x3x4xf32, {format = #layout.format<hwc>}>
// CHECK: layout.tensor @hwc16 : tensor<5x6x10xf16, {format = #layout.format<hwc16>}>
layout.tensor @hwc16 : tensor<5x6x10xf16, {format = #layout.format<hwc16>}>
// CHECK: layout.tensor @dhwc : tensor<1x3x4x5x6xf32, {format = #layout.format<dhwc>}>
layout.tensor @dhwc : tensor<1x3x4x5x6xf32, {format = #layout.format<dhwc>}>
// CHECK: layout.tensor @dhwc8 : tensor<1x3x4x5x6xf16, {format = #layout.format<dhwc8>}>
layout.tensor @dhwc8 : tensor<1x3x4x5x6xf16, {format = #layout.format<dhwc8>}>
// CHECK: layout.tensor @dla_linear : tensor<17x5x3xi8, {format = #layout.format<dla_linear>}>
layout.tensor @dla_linear : tensor<17x5x3xi8, {format = #layout.format<dla_linear>}>
// CHECK: layout.tensor @dla_hwc4 : tensor<2x4x3x33xi8, {format = #layout.format<dla_hwc4, orin>}>
layout.tensor @dla_hwc4 : tensor<2x4x3x33xi8, {format = #layout.format<dla_hwc4, orin>}>
// The outermost dim may be dynamic.
// CHECK: layout.tensor @dynamic : tensor<?x3x4x4xi8, {format = #layout.format<chw4>}>
layout.tensor @dynamic : tensor<?x3x4x4xi8, {format = #layout.format<chw4>}>
// A format can be combined with an offset, and with requirements that its strides satisfy: here pixels of 16 bytes.
// CHECK: layout.tensor @hwc8 : tensor<1x3x8x10xf16, {format = #layout.format<hwc8>, offset = 64 : i64, reqs = #layout.reqs<m1: aligned<32 bytes>, m2: fixed<8 elems>>}>
layout.tensor @hwc8 : tensor<1x3x8x10xf16, {format = #layout.format<hwc8>, offset = 64 : i64, reqs = #layout.reqs<m2: fixed<8 elems>, m1: aligned<32 bytes>>}>
