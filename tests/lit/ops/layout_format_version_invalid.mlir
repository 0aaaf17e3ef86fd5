// RUN: layoutc %s --emit=none --verify-diagnostics --split-input-file

// The syntax of names and versions.

// expected-error@+2 [L0209] {{unknown format `kCHW33`; expected one of linear, chw2,}}
// expected-note@+1 {{did you mean `chw32`?}}
layout.tensor @near : tensor<1x3x4x4xf16, {format = #layout.format<kCHW33>}>
// expected-error@+1 [L0209] {{unknown format `TensorFormat::kNCHW`}}
layout.tensor @scoped : tensor<1x3x4x4xf16, {format = #layout.format<TensorFormat::kNCHW>}>
// expected-error@+2 [L0108] {{unknown parameter `trt9` of a format; expected one of xavier, orin, gpu_fallback, trt8, trt10, trt11}}
// expected-note@+1 {{did you mean `trt8`?}}
layout.tensor @unknown : tensor<1x3x4x4xf16, {format = #layout.format<chw32, trt9>}>
// expected-error@+1 [L0108] {{`trt11` is incompatible with `trt8`: a format has at most one version}}
layout.tensor @two : tensor<1x3x4x4xf16, {format = #layout.format<chw32, trt8, trt11>}>

// -----

// The version is named, and those that support the type.

// expected-error@+2 [L0309] {{format `hwc8` does not support bf16}}
// expected-note@+1 {{it supports f16; bf16 requires TensorRT 10 or 11}}
layout.tensor @plain : tensor<1x3x5x7xbf16, {format = #layout.format<hwc8>}>
// expected-error@+2 [L0309] {{format `hwc8` does not support bf16 in TensorRT 8}}
// expected-note@+1 {{it supports f16; bf16 requires TensorRT 10 or 11}}
layout.tensor @old : tensor<1x3x5x7xbf16, {format = #layout.format<hwc8, trt8>}>
// expected-error@+2 [L0309] {{format `chw4` does not support f16 in TensorRT 11}}
// expected-note@+1 {{it supports i8; f16 requires TensorRT 8}}
layout.tensor @new : tensor<1x3x5x7xf16, {format = #layout.format<chw4, trt11>}>
// expected-error@+2 [L0309] {{format `linear` does not support f8E4M3FN in TensorRT 8}}
// expected-note@+1 {{it supports f32, f16, i32, i8 or ui8; f8E4M3FN requires TensorRT 10 or 11}}
layout.tensor @fp8 : tensor<3x5xf8E4M3FN, {format = #layout.format<linear, trt8>}>
// A boolean of TensorRT has 8 bits, an `i1` has one.
// expected-error@+2 [L0309] {{format `linear` does not support i1 in TensorRT 10}}
// expected-note@+1 {{it supports f32, f16, bf16, f8E4M3FN, f8E8M0FNU, f4E2M1FN, i64, i32, i8, ui8 or i4}}
layout.tensor @bool : tensor<3x5xi1, {format = #layout.format<linear, trt10>}>

// -----

// expected-error@+2 [L0309] {{generation `xavier` is not supported in TensorRT 10}}
// expected-note@+1 {{it supports `orin`; `xavier` requires TensorRT 8}}
layout.tensor @generation : tensor<1x3x4x4xf16, {format = #layout.format<dla_hwc4, xavier, trt10>}>
// expected-error@+2 [L0309] {{format `dla_hwc4` requires a generation of the DLA}}
// expected-note@+1 {{use `dla_hwc4, orin, trt10`}}
layout.tensor @missing : tensor<1x3x4x4xf16, {format = #layout.format<dla_hwc4, trt10>}>
// expected-error@+2 [L0309] {{the length of W (d3) must be at most 8192 on a DLA, but is 9000}}
// expected-note@+1 {{a DLA supports 1 to 8192}}
layout.tensor @limits : tensor<1x3x4x9000xf16, {format = #layout.format<chw16, trt10>}>
layout.tensor @no_limits : tensor<1x3x4x9000xf16, {format = #layout.format<chw16, trt8>}>

// -----

// expected-error@+1 [L0303] {{`tensorrt` of target `@npu` is `"9"`, but must be one of `"8"`, `"10"`, `"11"`}}
layout.target @npu {tensorrt = "9"}

// -----

// expected-error@+2 [L0303] {{`tensorrt` of target `@npu` is `10 : i64`, but must be one of}}
// expected-error@+1 [L0303] {{`vector_dims` of target `@npu` is `1 : i64`, but must be `true` or `false`}}
layout.target @npu {tensorrt = 10, vector_dims = 1}
