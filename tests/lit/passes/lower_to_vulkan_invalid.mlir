// RUN: layoutc %s --passes=lower-to-vulkan --target=spec_min --emit=none --verify-diagnostics --split-input-file

// expected-error @below {{`@x` has no Vulkan description: the length of d0 must be static for Vulkan, but is dynamic}}
layout.tensor @x : tensor<?x4xf16>

// -----

// expected-error @below {{`@x` has no Vulkan description: the innermost length is 3 elements of 4 bits}}
layout.tensor @x : tensor<4x3xi4>

// -----

// expected-error @below {{its element type `index` has no Vulkan format}}
layout.tensor @x : tensor<4xindex>

// -----

// expected-error @below {{`vk_format` VK_FORMAT_R8_UINT has 1 byte, but an element of type `f16` has 2 bytes}}
layout.tensor @x {vk_format = "VK_FORMAT_R8_UINT"} : tensor<4xf16>

// -----

// expected-error @below {{it has 5 physical dims, but target `spec_min` allows 4; merging adjacent dense dims leaves 5}}
layout.tensor @x : tensor<2x2x2x2x2xf16, {strides = [96, 32, 10, 3, 1]}>

// -----

// expected-error @below {{merging adjacent dense dims to 4 creates a dim of 90000 elements, but maxPerDimensionTensorElements is 65536}}
layout.tensor @x : tensor<300x300x300x300x300xf16>

// -----

// expected-error @below {{`@x` has no Vulkan description: its map must be an order with strides}}
layout.tensor @x : memref<4x64xf16, affine_map<(d0, d1) -> (d1 floordiv 32, d0, d1 mod 32)>>

// -----

// expected-error @below {{`@x` has no Vulkan description: the length of d0 must be static for Vulkan, but is dynamic}}
layout.tensor @x : memref<?x4xf16>

// -----

// expected-error @below {{`vk_format` VK_FORMAT_R16_UINT has 2 bytes, but an element of type `f8E4M3` has 1 byte}}
layout.tensor @x {vk_format = "VK_FORMAT_R16_UINT"} : tensor<4xf8E4M3>
