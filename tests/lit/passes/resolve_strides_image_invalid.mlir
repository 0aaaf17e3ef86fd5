// RUN: layoutc %s --passes=resolve-strides --emit=none --verify-diagnostics --split-input-file

// expected-error @below {{conflicting stride requirements on `@x`: m0 must be `fixed<244 bytes>`, but `aligned<64 bytes>` requires a multiple of 64 bytes}}
// expected-note @below {{`m0: fixed<244 bytes>` is requested by `image` of op `layout.tensor`, as rowPitch (resources-memory-aliasing/pStrides)}}
// expected-note @below {{`m0: aligned<64 bytes>` is requested by the type of `@x`}}
layout.tensor @x {image = {extent = array<i64: 60, 40>, format = "VK_FORMAT_R8G8B8A8_UNORM", rowPitch = 244 : i64}} : tensor<40x60x4xui8, {reqs = #layout.reqs<m0: aligned<64 bytes>>}>

// -----

// expected-error @below {{conflicting stride requirements on `@x`: the stride of m0 is at least 240 bytes (60 x 4 bytes of m1), but m0 must be `fixed<128 bytes>`}}
// expected-note @below {{`m0: fixed<128 bytes>` is requested by `image` of op `layout.tensor`, as rowPitch (resources-memory-aliasing/pStrides)}}
layout.tensor @x {image = {extent = array<i64: 60, 40>, format = "VK_FORMAT_R8G8B8A8_UNORM", rowPitch = 128 : i64}} : tensor<40x60x4xui8>

// -----

// A tensor of rank 4 has a stride that must be the depth pitch, also of an image with 2 dims.
// expected-error @below {{conflicting stride requirements on `@x`: the stride of m0 is at least 9600 bytes (40 x 240 bytes of m1), but m0 must be `fixed<256 bytes>`}}
// expected-note @below {{`m0: fixed<256 bytes>` is requested by `image` of op `layout.tensor`, as depthPitch (resources-memory-aliasing/pStrides)}}
layout.tensor @x {image = {extent = array<i64: 60, 40>, format = "VK_FORMAT_R8G8B8A8_UNORM", rowPitch = 256 : i64, depthPitch = 256 : i64}} : tensor<1x40x60x4xui8>

// -----

// The components of a texel have no gaps.
// expected-error @below {{conflicting stride requirements on `@x`: m1 must be `fixed<4 bytes>`, but `aligned<8 bytes>` requires a multiple of 8 bytes}}
// expected-note @below {{`m1: fixed<4 bytes>` is requested by `image` of op `layout.tensor`, as the size of a texel (resources-memory-aliasing/pStrides)}}
// expected-note @below {{`m1: aligned<8 bytes>` is requested by the type of `@x`}}
layout.tensor @x {image = {extent = array<i64: 60, 40>, format = "VK_FORMAT_R8G8B8A8_UNORM"}} : tensor<40x60x4xui8, {reqs = #layout.reqs<m1: aligned<8 bytes>>}>
