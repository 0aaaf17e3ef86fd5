// Every element type with a format: packed, with rows aligned to 24 bytes, and in column-major order.

layout.tensor @i8 : tensor<3x5x7xi8>
layout.tensor @i8_rows : tensor<3x5x7xi8, {reqs = #layout.reqs<m1: aligned<24 bytes>>}>
layout.tensor @i8_columns : tensor<3x5x7xi8, {order = affine_map<(d0, d1, d2) -> (d2, d0, d1)>, reqs = #layout.reqs<m1: aligned<24 bytes>>}>
layout.tensor @si8 : tensor<3x5x7xsi8>
layout.tensor @si8_rows : tensor<3x5x7xsi8, {reqs = #layout.reqs<m1: aligned<24 bytes>>}>
layout.tensor @si8_columns : tensor<3x5x7xsi8, {order = affine_map<(d0, d1, d2) -> (d2, d0, d1)>, reqs = #layout.reqs<m1: aligned<24 bytes>>}>
layout.tensor @ui8 : tensor<3x5x7xui8>
layout.tensor @ui8_rows : tensor<3x5x7xui8, {reqs = #layout.reqs<m1: aligned<24 bytes>>}>
layout.tensor @ui8_columns : tensor<3x5x7xui8, {order = affine_map<(d0, d1, d2) -> (d2, d0, d1)>, reqs = #layout.reqs<m1: aligned<24 bytes>>}>
layout.tensor @i16 : tensor<3x5x7xi16>
layout.tensor @i16_rows : tensor<3x5x7xi16, {reqs = #layout.reqs<m1: aligned<24 bytes>>}>
layout.tensor @i16_columns : tensor<3x5x7xi16, {order = affine_map<(d0, d1, d2) -> (d2, d0, d1)>, reqs = #layout.reqs<m1: aligned<24 bytes>>}>
layout.tensor @si16 : tensor<3x5x7xsi16>
layout.tensor @si16_rows : tensor<3x5x7xsi16, {reqs = #layout.reqs<m1: aligned<24 bytes>>}>
layout.tensor @si16_columns : tensor<3x5x7xsi16, {order = affine_map<(d0, d1, d2) -> (d2, d0, d1)>, reqs = #layout.reqs<m1: aligned<24 bytes>>}>
layout.tensor @ui16 : tensor<3x5x7xui16>
layout.tensor @ui16_rows : tensor<3x5x7xui16, {reqs = #layout.reqs<m1: aligned<24 bytes>>}>
layout.tensor @ui16_columns : tensor<3x5x7xui16, {order = affine_map<(d0, d1, d2) -> (d2, d0, d1)>, reqs = #layout.reqs<m1: aligned<24 bytes>>}>
layout.tensor @i32 : tensor<3x5x7xi32>
layout.tensor @i32_rows : tensor<3x5x7xi32, {reqs = #layout.reqs<m1: aligned<24 bytes>>}>
layout.tensor @i32_columns : tensor<3x5x7xi32, {order = affine_map<(d0, d1, d2) -> (d2, d0, d1)>, reqs = #layout.reqs<m1: aligned<24 bytes>>}>
layout.tensor @si32 : tensor<3x5x7xsi32>
layout.tensor @si32_rows : tensor<3x5x7xsi32, {reqs = #layout.reqs<m1: aligned<24 bytes>>}>
layout.tensor @si32_columns : tensor<3x5x7xsi32, {order = affine_map<(d0, d1, d2) -> (d2, d0, d1)>, reqs = #layout.reqs<m1: aligned<24 bytes>>}>
layout.tensor @ui32 : tensor<3x5x7xui32>
layout.tensor @ui32_rows : tensor<3x5x7xui32, {reqs = #layout.reqs<m1: aligned<24 bytes>>}>
layout.tensor @ui32_columns : tensor<3x5x7xui32, {order = affine_map<(d0, d1, d2) -> (d2, d0, d1)>, reqs = #layout.reqs<m1: aligned<24 bytes>>}>
layout.tensor @i64 : tensor<3x5x7xi64>
layout.tensor @i64_rows : tensor<3x5x7xi64, {reqs = #layout.reqs<m1: aligned<24 bytes>>}>
layout.tensor @i64_columns : tensor<3x5x7xi64, {order = affine_map<(d0, d1, d2) -> (d2, d0, d1)>, reqs = #layout.reqs<m1: aligned<24 bytes>>}>
layout.tensor @si64 : tensor<3x5x7xsi64>
layout.tensor @si64_rows : tensor<3x5x7xsi64, {reqs = #layout.reqs<m1: aligned<24 bytes>>}>
layout.tensor @si64_columns : tensor<3x5x7xsi64, {order = affine_map<(d0, d1, d2) -> (d2, d0, d1)>, reqs = #layout.reqs<m1: aligned<24 bytes>>}>
layout.tensor @ui64 : tensor<3x5x7xui64>
layout.tensor @ui64_rows : tensor<3x5x7xui64, {reqs = #layout.reqs<m1: aligned<24 bytes>>}>
layout.tensor @ui64_columns : tensor<3x5x7xui64, {order = affine_map<(d0, d1, d2) -> (d2, d0, d1)>, reqs = #layout.reqs<m1: aligned<24 bytes>>}>
layout.tensor @f16 : tensor<3x5x7xf16>
layout.tensor @f16_rows : tensor<3x5x7xf16, {reqs = #layout.reqs<m1: aligned<24 bytes>>}>
layout.tensor @f16_columns : tensor<3x5x7xf16, {order = affine_map<(d0, d1, d2) -> (d2, d0, d1)>, reqs = #layout.reqs<m1: aligned<24 bytes>>}>
layout.tensor @f32 : tensor<3x5x7xf32>
layout.tensor @f32_rows : tensor<3x5x7xf32, {reqs = #layout.reqs<m1: aligned<24 bytes>>}>
layout.tensor @f32_columns : tensor<3x5x7xf32, {order = affine_map<(d0, d1, d2) -> (d2, d0, d1)>, reqs = #layout.reqs<m1: aligned<24 bytes>>}>
layout.tensor @f64 : tensor<3x5x7xf64>
layout.tensor @f64_rows : tensor<3x5x7xf64, {reqs = #layout.reqs<m1: aligned<24 bytes>>}>
layout.tensor @f64_columns : tensor<3x5x7xf64, {order = affine_map<(d0, d1, d2) -> (d2, d0, d1)>, reqs = #layout.reqs<m1: aligned<24 bytes>>}>

// The device supports these formats in no shader.
layout.tensor @bf16 {usage = ["TRANSFER_SRC", "DATA_GRAPH"]} : tensor<3x5x7xbf16>
layout.tensor @bf16_rows {usage = ["TRANSFER_SRC", "DATA_GRAPH"]} : tensor<3x5x7xbf16, {reqs = #layout.reqs<m1: aligned<24 bytes>>}>
layout.tensor @bf16_columns {usage = ["TRANSFER_SRC", "DATA_GRAPH"]} : tensor<3x5x7xbf16, {order = affine_map<(d0, d1, d2) -> (d2, d0, d1)>, reqs = #layout.reqs<m1: aligned<24 bytes>>}>
layout.tensor @f8E4M3FN {usage = ["TRANSFER_SRC", "DATA_GRAPH"]} : tensor<3x5x7xf8E4M3FN>
layout.tensor @f8E4M3FN_rows {usage = ["TRANSFER_SRC", "DATA_GRAPH"]} : tensor<3x5x7xf8E4M3FN, {reqs = #layout.reqs<m1: aligned<24 bytes>>}>
layout.tensor @f8E4M3FN_columns {usage = ["TRANSFER_SRC", "DATA_GRAPH"]} : tensor<3x5x7xf8E4M3FN, {order = affine_map<(d0, d1, d2) -> (d2, d0, d1)>, reqs = #layout.reqs<m1: aligned<24 bytes>>}>
layout.tensor @f8E5M2 {usage = ["TRANSFER_SRC", "DATA_GRAPH"]} : tensor<3x5x7xf8E5M2>
layout.tensor @f8E5M2_rows {usage = ["TRANSFER_SRC", "DATA_GRAPH"]} : tensor<3x5x7xf8E5M2, {reqs = #layout.reqs<m1: aligned<24 bytes>>}>
layout.tensor @f8E5M2_columns {usage = ["TRANSFER_SRC", "DATA_GRAPH"]} : tensor<3x5x7xf8E5M2, {order = affine_map<(d0, d1, d2) -> (d2, d0, d1)>, reqs = #layout.reqs<m1: aligned<24 bytes>>}>

// Elements smaller than a byte are described as bytes.
layout.tensor @i1 : tensor<3x5x16xi1>
layout.tensor @i1_rows : tensor<3x5x16xi1, {reqs = #layout.reqs<m1: aligned<12 bytes>>}>
layout.tensor @i4 : tensor<3x5x16xi4>
layout.tensor @i4_rows : tensor<3x5x16xi4, {reqs = #layout.reqs<m1: aligned<12 bytes>>}>
layout.tensor @ui4 : tensor<3x5x16xui4>
layout.tensor @ui4_rows : tensor<3x5x16xui4, {reqs = #layout.reqs<m1: aligned<12 bytes>>}>
layout.tensor @si4 : tensor<3x5x16xsi4>
layout.tensor @si4_rows : tensor<3x5x16xsi4, {reqs = #layout.reqs<m1: aligned<12 bytes>>}>

// Formats that `vk_format` requests.
layout.tensor @as_R8_BOOL_ARM {vk_format = "VK_FORMAT_R8_BOOL_ARM"} : tensor<4x9xi8, {reqs = #layout.reqs<m0: aligned<32 bytes>>}>
layout.tensor @as_R8_UNORM {vk_format = "VK_FORMAT_R8_UNORM"} : tensor<4x9xui8, {reqs = #layout.reqs<m0: aligned<32 bytes>>}>
layout.tensor @as_R8_SNORM {vk_format = "VK_FORMAT_R8_SNORM"} : tensor<4x9xsi8, {reqs = #layout.reqs<m0: aligned<32 bytes>>}>
layout.tensor @as_R8_USCALED {vk_format = "VK_FORMAT_R8_USCALED"} : tensor<4x9xui8, {reqs = #layout.reqs<m0: aligned<32 bytes>>}>
layout.tensor @as_R8_SSCALED {vk_format = "VK_FORMAT_R8_SSCALED"} : tensor<4x9xsi8, {reqs = #layout.reqs<m0: aligned<32 bytes>>}>
layout.tensor @as_R16_UNORM {vk_format = "VK_FORMAT_R16_UNORM"} : tensor<4x9xui16, {reqs = #layout.reqs<m0: aligned<32 bytes>>}>
layout.tensor @as_R16_SNORM {vk_format = "VK_FORMAT_R16_SNORM"} : tensor<4x9xsi16, {reqs = #layout.reqs<m0: aligned<32 bytes>>}>
layout.tensor @as_R16_USCALED {vk_format = "VK_FORMAT_R16_USCALED"} : tensor<4x9xui16, {reqs = #layout.reqs<m0: aligned<32 bytes>>}>
layout.tensor @as_R16_SSCALED {vk_format = "VK_FORMAT_R16_SSCALED"} : tensor<4x9xsi16, {reqs = #layout.reqs<m0: aligned<32 bytes>>}>
layout.tensor @as_R16_UINT {vk_format = "VK_FORMAT_R16_UINT"} : tensor<4x9xf16, {reqs = #layout.reqs<m0: aligned<32 bytes>>}>
layout.tensor @as_R32_UINT {vk_format = "VK_FORMAT_R32_UINT"} : tensor<4x9xf32, {reqs = #layout.reqs<m0: aligned<32 bytes>>}>
layout.tensor @as_R64_UINT {vk_format = "VK_FORMAT_R64_UINT"} : tensor<4x9xf64, {reqs = #layout.reqs<m0: aligned<32 bytes>>}>
layout.tensor @as_R8_UINT {vk_format = "VK_FORMAT_R8_UINT"} : tensor<4x9xi8, {reqs = #layout.reqs<m0: aligned<32 bytes>>}>
