// RUN: layoutc %s --emit=none --verify-diagnostics --split-input-file

// The syntax of a format.

// expected-error@+2 [L0209] {{unknown format `hwc4`; expected one of linear, chw2,}}
// expected-note@+1 {{did you mean `hwc`?}}
layout.tensor @name : tensor<1x3x4x4xf16, {format = #layout.format<hwc4>}>
// expected-error@+2 [L0108] {{unknown parameter `orion` of a format; expected one of xavier, orin, gpu_fallback}}
// expected-note@+1 {{did you mean `orin`?}}
layout.tensor @word : tensor<1x3x4x4xf16, {format = #layout.format<chw16, orion>}>
// expected-error@+1 [L0108] {{`xavier` is incompatible with `orin`: a format has at most one generation}}
layout.tensor @two : tensor<1x3x4x4xf16, {format = #layout.format<chw16, orin, xavier>}>
// expected-error@+1 [L0108] {{duplicate `gpu_fallback`}}
layout.tensor @twice : tensor<1x3x4x4xf16, {format = #layout.format<chw4, orin, gpu_fallback, gpu_fallback>}>
// expected-error@+1 [L0108] {{`#layout.format` requires a format name, as in `<chw32>`}}
layout.tensor @empty : tensor<1x3x4x4xf16, {format = #layout.format<>}>
// expected-error@+1 [L0101] {{expected a format such as `<chw32>` or `<dla_hwc4, orin>`, found `5`}}
layout.tensor @number : tensor<1x3x4x4xf16, {format = #layout.format<5>}>

// -----

// Types, ranks and devices.

// expected-error@+2 [L0309] {{format `chw2` does not support f32}}
// expected-note@+1 {{it supports f16}}
layout.tensor @type : tensor<1x3x5x7xf32, {format = #layout.format<chw2>}>
// expected-error@+2 [L0309] {{format `hwc` does not support ui8}}
// expected-note@+1 {{it supports f32}}
layout.tensor @unsigned : tensor<1x3x5x7xui8, {format = #layout.format<hwc>}>
// Every violated rule is reported.
// expected-error@+4 [L0309] {{format `dhwc8` does not support bf16}}
// expected-note@+3 {{it supports f16}}
// expected-error@+2 [L0309] {{format `dhwc8` requires at least 4 dims, but the tensor has 3}}
// expected-note@+1 {{C is dim 4 from the end}}
layout.tensor @both : tensor<3x5x7xbf16, {format = #layout.format<dhwc8>}>
// expected-error@+2 [L0309] {{format `chw32` on a DLA does not support f16}}
// expected-note@+1 {{it supports i8}}
layout.tensor @dla_type : tensor<1x3x5x7xf16, {format = #layout.format<chw32, orin>}>
// expected-error@+2 [L0309] {{format `hwc8` is not supported on a DLA, so `orin` is not allowed}}
// expected-note@+1 {{a DLA supports `linear`, `chw4`, `chw16`, `chw32`, `dla_linear`, `dla_hwc4`}}
layout.tensor @device : tensor<1x3x4x4xf16, {format = #layout.format<hwc8, orin>}>
// expected-error@+2 [L0309] {{format `dla_hwc4` requires a generation of the DLA}}
// expected-note@+1 {{use `dla_hwc4, xavier` or `dla_hwc4, orin`}}
layout.tensor @generation : tensor<1x3x4x4xf16, {format = #layout.format<dla_hwc4>}>
// expected-error@+2 [L0309] {{`gpu_fallback` is incompatible with `chw16, orin`}}
// expected-note@+1 {{it applies only to `chw4` with a generation}}
layout.tensor @fallback : tensor<1x3x4x4xf16, {format = #layout.format<chw16, orin, gpu_fallback>}>
// expected-error@+1 [L0308] {{the length of dim d2 must be at least 1, but is 0}}
layout.tensor @zero : tensor<1x3x0x2xi8, {format = #layout.format<chw32, orin>}>
// expected-error@+1 [L0309] {{the split of C into vectors results in more than 15 dims}}
layout.tensor @rank : tensor<1x1x1x1x1x1x1x1x1x1x1x1x1x1x1xf16, {format = #layout.format<chw2>}>
// expected-error@+1 [L0308] {{the least stride of m0 is 18446744073709551616 elements, which does not fit 64 bits}}
layout.tensor @size : tensor<1x2x2305843009213693952xf16, {format = #layout.format<hwc8>}>

// -----

// The limits of a DLA.

// expected-error@+2 [L0309] {{the length of C (d1) must be 1, 3 or 4 in format `dla_hwc4` on a DLA, but is 2}}
// expected-note@+1 {{format `dla_hwc4` on a DLA supports 1, 3 or 4}}
layout.tensor @channels : tensor<1x2x8x8xi8, {format = #layout.format<dla_hwc4, orin>}>
// expected-error@+2 [L0309] {{the length of H (d2) must be at most 8192 on a DLA, but is 8193}}
// expected-note@+1 {{a DLA supports 1 to 8192}}
layout.tensor @range : tensor<1x2x8193x2xf16, {format = #layout.format<linear, orin>}>
// expected-error@+2 [L0309] {{the dims before C, H and W must hold at most 4096 images on a DLA, but hold 64 x 65 = 4160}}
// expected-note@+1 {{a DLA supports at most 4096}}
layout.tensor @batch : tensor<64x65x1x2x2xf16, {format = #layout.format<dla_linear>}>
// expected-error@+2 [L0309] {{the length of d0 must be static on a DLA, but is dynamic}}
// expected-note@+1 {{a DLA supports static lengths only}}
layout.tensor @dynamic : tensor<?x3x4x4xi8, {format = #layout.format<chw32, xavier>}>
// expected-error@+2 [L0309] {{the length of C (d1) must be static in format `chw4`, but is dynamic}}
// expected-note@+1 {{format `chw4` of i8 requires a static length of C}}
layout.tensor @constant : tensor<1x?x4x4xi8, {format = #layout.format<chw4>}>

// -----

// A valid but discouraged use has one warning for each type.

// expected-warning@+1 [L0309] {{format `chw4` on a DLA is deprecated; the DLA's own is `dla_hwc4`}}
layout.tensor @a : tensor<1x3x5x7xi8, {format = #layout.format<chw4, orin>}>
layout.tensor @b : tensor<1x3x5x7xi8, {format = #layout.format<chw4, orin>}>
// expected-warning@+1 [L0309] {{format `chw4` on a DLA is deprecated}}
layout.tensor @c : tensor<1x3x5x7xi8, {format = #layout.format<chw4, orin, gpu_fallback>}>

// -----

// Keys that are combined with a format.

// expected-error@+1 [L0306] {{`format` must be `#layout.format<NAME>`}}
layout.tensor @text : tensor<1x3x5x7xf16, {format = "hwc8"}>
// expected-error@+2 [L0306] {{`order` is incompatible with `format`}}
// expected-note@+1 {{`format` can be combined with `offset` and `reqs`}}
layout.tensor @order : tensor<1x3x5x7xf16, {format = #layout.format<hwc8>, order = #layout.order<NHWC>}>
// expected-error@+2 [L0401] {{`reqs` contradicts format `hwc8`: the stride of m2 is 16 bytes, but `aligned<64 bytes>` requires a multiple of 64 bytes; the next multiple is 64 bytes}}
// expected-note@+1 {{a format fixes every stride; use `order` with `reqs` for other strides}}
layout.tensor @stronger : tensor<1x3x5x7xf16, {format = #layout.format<hwc8>, reqs = #layout.reqs<m2: aligned<64 bytes>>}>
// expected-error@+1 [L0306] {{invalid physical dim `m4` in `reqs`: format `hwc8` has 4 physical dims}}
layout.tensor @no_dim : tensor<1x3x5x7xf16, {format = #layout.format<hwc8>, reqs = #layout.reqs<m4: compact>}>
// expected-error@+1 [L0306] {{invalid physical dim `m5` in `reqs`: format `chw2` has 5 physical dims}}
layout.tensor @split_dim : tensor<1x3x5x7xf16, {format = #layout.format<chw2>, reqs = #layout.reqs<m4: compact, m5: compact>}>
