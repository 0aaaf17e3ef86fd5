// The formats of TensorRT that are an order with strides. Rounded channels and rows are slots without an index, which
// the driver copies like any other slots.

layout.tensor @linear : tensor<2x3x4x5xf32, {format = #layout.format<linear>}>
layout.tensor @linear_one : tensor<7xi8, {format = #layout.format<linear>}>
layout.tensor @hwc : tensor<2x3x4x5xf32, {format = #layout.format<hwc>}>
layout.tensor @hwc8 : tensor<2x3x4x5xf16, {format = #layout.format<hwc8>}>
layout.tensor @hwc8_full : tensor<2x16x4x5xf16, {format = #layout.format<hwc8>}>
layout.tensor @hwc16 : tensor<2x19x4x5xf16, {format = #layout.format<hwc16>}>
layout.tensor @dhwc : tensor<2x3x2x4x5xf32, {format = #layout.format<dhwc>}>
layout.tensor @dhwc8 : tensor<2x3x2x4x5xf16, {format = #layout.format<dhwc8>}>
layout.tensor @dla_linear : tensor<2x3x4x5xf16, {format = #layout.format<dla_linear>}>
layout.tensor @dla_linear_i8 : tensor<2x3x4x70xi8, {format = #layout.format<dla_linear>}>
layout.tensor @dla_hwc4_1 : tensor<2x1x4x5xf16, {format = #layout.format<dla_hwc4, orin>}>
layout.tensor @dla_hwc4_3 : tensor<2x3x4x5xi8, {format = #layout.format<dla_hwc4, xavier>}>
layout.tensor @dla_hwc4_4 : tensor<2x4x4x5xi8, {format = #layout.format<dla_hwc4, orin>}>
layout.tensor @later : tensor<2x3x4x5xf16, {format = #layout.format<hwc8>, offset = 32}>
