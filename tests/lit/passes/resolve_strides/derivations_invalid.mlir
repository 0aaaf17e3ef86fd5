// RUN: layoutc %s --passes=resolve-strides --emit=none --verify-diagnostics --split-input-file

// Declared strides with a target that requires packed tensors: 32 bytes are 160 / 5.
module attributes {layout.target = @npu} {
  // expected-note @below {{target `@npu` lacks `tensorNonPacked`, so strides of `@y` must be packed: stride(m0) = 5 x stride(m1), so stride(m1) = 160 bytes / 5 = 32 bytes}}
  layout.target @npu { limits = {maxTensorDimensionCount = 2 : i64} }
  // expected-error @below {{conflicting stride requirements on `@y`: the stride of m1 is 32 bytes, but must be 28 bytes}}
  // expected-note @below {{the type of `@y` states stride(m0) = 40 elements = 160 bytes}}
  // expected-note @below {{the type of `@y` states stride(m1) = 7 elements = 28 bytes}}
  layout.tensor @y : tensor<4x5x6xf32, {strides = [40, 7, 1]}>
}

// -----

// An alignment that a packed row violates.
module attributes {layout.target = @npu} {
  // expected-note @below {{for target `@npu` the innermost stride of `@x` must be one element: stride(m1) = 1 element = 2 bytes}}
  // expected-note @below {{target `@npu` lacks `tensorNonPacked`, so strides of `@x` must be packed: stride(m1) = 1 element = 2 bytes}}
  // expected-note @below {{target `@npu` lacks `tensorNonPacked`, so strides of `@x` must be packed: stride(m0) = 20 x stride(m1) = 20 x 2 bytes = 40 bytes}}
  layout.target @npu { limits = {maxTensorDimensionCount = 6 : i64} }
  // expected-error @below {{conflicting stride requirements on `@x`: the stride of m0 is 40 bytes, but must be a multiple of 64 bytes}}
  // expected-note @below {{`m0: aligned<64 bytes>` is requested by the type of `@x`: stride(m0) is a multiple of 64 bytes}}
  // expected-note @below {{without `m0: aligned<64 bytes>` the least strides of `@x` are [20, 1]}}
  // expected-note @below {{without the limit on the innermost stride and 1 more that require the same the least strides of `@x` are [160, 8]}}
  // expected-note @below {{without the limit to packed strides the least strides of `@x` are [32, 1]}}
  layout.tensor @x : tensor<4x20xf16, {reqs = #layout.reqs<m0: aligned<64 bytes>>}>
}

// -----

// Compact rows that violate an alignment.
// expected-error @below {{conflicting stride requirements on `@x`: m0 must be `compact`, that is 5 x 2 bytes = 10 bytes, but `aligned<16 bytes>` requires a multiple of 16 bytes}}
// expected-note @below {{`m1: compact` is requested by the type of `@x`: stride(m1) = 1 element = 2 bytes}}
// expected-note @below {{`m0: compact` is requested by the type of `@x`: stride(m0) = 5 x stride(m1) = 5 x 2 bytes = 10 bytes}}
// expected-note @below {{`m0: aligned<16 bytes>` is requested by the type of `@x`: stride(m0) is a multiple of 16 bytes}}
// expected-note @below {{without `m0: compact` the least strides are [8, 1]}}
// expected-note @below {{without `m0: aligned<16 bytes>` the least strides are [5, 1]}}
// expected-note @below {{without `m1: compact` the least strides are [40, 8]}}
layout.tensor @x : tensor<4x5xf16, {reqs = #layout.reqs<m0: compact, m1: compact, m0: aligned<16 bytes>>}>

// -----

// Two fixed strides, one of which is too short for the other.
// expected-error @below {{conflicting stride requirements on `@x`: the stride of m0 is at least 120 bytes (5 x 24 bytes of m1), but m0 must be `fixed<100 bytes>`}}
// expected-note @below {{elements do not overlap: stride(m1) >= 6 x stride(m2) = 6 x 4 bytes = 24 bytes}}
// expected-note @below {{elements do not overlap: stride(m0) >= 5 x stride(m1) = 5 x 24 bytes = 120 bytes}}
// expected-note @below {{`m0: fixed<100 bytes>` is requested by the type of `@x`: stride(m0) = 25 elements = 100 bytes}}
// expected-note @below {{without `m0: fixed<100 bytes>` the least strides are [30, 6, 1]}}
layout.tensor @x : tensor<4x5x6xf32, {reqs = #layout.reqs<m0: fixed<100 bytes>, m1: fixed<24 bytes>>}>

// -----

// An alignment that is not a multiple of the element size: 7 bytes require a multiple of 28.
// expected-error @below {{conflicting stride requirements on `@x`: m0 must be `fixed<24 bytes>`, but `aligned<7 bytes>` requires a multiple of 28 bytes}}
// expected-note @below {{`m0: fixed<24 bytes>` is requested by the type of `@x`: stride(m0) = 6 elements = 24 bytes}}
// expected-note @below {{`m0: aligned<7 bytes>` is requested by the type of `@x`: stride(m0) is a multiple of 7 bytes, and of 28 bytes because elements have 4 bytes}}
// expected-note @below {{without `m0: aligned<7 bytes>` the least strides are [6, 1]}}
// expected-note @below {{without `m0: fixed<24 bytes>` the least strides are [7, 1]}}
layout.tensor @x : tensor<4x6xf32, {reqs = #layout.reqs<m0: fixed<24 bytes>, m0: aligned<7 bytes>>}>

// -----

// The maximum stride of a target is exceeded because of an alignment.
module attributes {layout.target = @npu} {
  // expected-note @below {{`maxTensorStride` of target `@npu` is 64, for the strides of `@x`: stride(m0) <= 64 bytes}}
  layout.target @npu {limits = {maxTensorStride = 64}, features = {tensorNonPacked = true}}
  // expected-error @below {{conflicting stride requirements on `@x`: the stride of m0 is at least 96 bytes, but must be at most 64 bytes}}
  // expected-note @below {{`m0: aligned<96 bytes>` is requested by the type of `@x`: stride(m0) is a multiple of 96 bytes}}
  // expected-note @below {{elements do not overlap: stride(m0) >= 20 x stride(m1) = 20 x 2 bytes = 40 bytes, so stride(m0) >= 96 bytes, rounded up to a multiple of 96 bytes}}
  // expected-note @below {{without `m0: aligned<96 bytes>` the least strides of `@x` are [20, 1]}}
  // expected-note @below {{without `maxTensorStride` the least strides of `@x` are [48, 1]}}
  layout.tensor @x : tensor<4x20xf16, {reqs = #layout.reqs<m0: aligned<96 bytes>>}>
}

// -----

// The maximum size of a target.
module attributes {layout.target = @npu} {
  // expected-note @below {{`maxTensorSize` of target `@npu` is 400, for the bytes of `@x`: 4 x stride(m0) <= 400 bytes, so stride(m0) <= 100 bytes}}
  layout.target @npu {limits = {maxTensorSize = 400}, features = {tensorNonPacked = true}}
  // expected-error @below {{conflicting stride requirements on `@x`: the stride of m0 is at least 128 bytes, but must be at most 100 bytes}}
  // expected-note @below {{`m0: aligned<128 bytes>` is requested by the type of `@x`: stride(m0) is a multiple of 128 bytes}}
  // expected-note @below {{elements do not overlap: stride(m0) >= 20 x stride(m1) = 20 x 2 bytes = 40 bytes, so stride(m0) >= 128 bytes, rounded up to a multiple of 128 bytes}}
  // expected-note @below {{without `m0: aligned<128 bytes>` the least strides of `@x` are [20, 1]}}
  // expected-note @below {{without `maxTensorSize` the least strides of `@x` are [64, 1]}}
  layout.tensor @x : tensor<4x20xf16, {reqs = #layout.reqs<m0: aligned<128 bytes>>}>
}

// -----

// A part of each row is never compact.
// expected-error @below {{conflicting stride requirements on the buffer of `%x`: the stride of m0 of `%x` is 3 x the stride of m1 of `%x`, but must be at least 6 x the stride of m1 of `%x`}}
// expected-note @below {{`%x`, `%part` share one buffer}}
// expected-note @below {{elements do not overlap: stride(m0 of `%x`) >= 6 x stride(m1 of `%x`) = 6 x 2 bytes = 12 bytes}}
// expected-note @below {{without `m0: compact` of `%part` the least strides of `%x` are [6, 1]}}
func.func @f(%x: tensor<4x6xf16>) {
  // expected-note @+2 {{`m0: compact` is requested by the type of `%part`: stride(m0 of `%x`) = 3 x stride(m1 of `%x`) = 3 x 2 bytes = 6 bytes}}
  %part = "tensor.extract_slice"(%x) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0, 2>,
      static_sizes = array<i64: 4, 3>, static_strides = array<i64: 1, 1>}> : (tensor<4x6xf16>) -> tensor<4x3xf16, {reqs = #layout.reqs<m0: compact>}>
  return
}

// -----

// Declared strides of a view conflict with those of its buffer.
// expected-error @below {{conflicting stride requirements on the buffer of `%x`: the stride of m0 of `%x` is 16 bytes, but must be 12 bytes}}
// expected-note @below {{`%x`, `%part` share one buffer}}
// expected-note @below {{the type of `%x` states stride(m0 of `%x`) = 8 elements = 16 bytes}}
// expected-note @below {{without the stated strides of `%x` the least strides of `%x` are [6, 1]}}
// expected-note @below {{without the stated strides of `%part` the least strides of `%x` are [8, 1]}}
func.func @f(%x: tensor<4x6xf16, {strides = [8, 1]}>) {
  // expected-note @+2 {{the type of `%part` states stride(m0 of `%x`) = 6 elements = 12 bytes}}
  %part = "tensor.extract_slice"(%x) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0, 2>,
      static_sizes = array<i64: 4, 3>, static_strides = array<i64: 1, 1>}> : (tensor<4x6xf16, {strides = [8, 1]}>) -> tensor<4x3xf16, {strides = [6, 1]}>
  return
}

// -----

// Rows that are merged into one dim have no gaps.
// expected-error @below {{conflicting stride requirements on the buffer of `%x`: the stride of m0 of `%x` is 12 bytes, but must be a multiple of 16 bytes}}
// expected-note @below {{`%x`, `%row` share one buffer}}
// expected-note @below {{`m0: aligned<16 bytes>` is requested by the type of `%x`: stride(m0 of `%x`) is a multiple of 16 bytes}}
// expected-note @below {{without `m0: aligned<16 bytes>` of `%x` the least strides of `%x` are [6, 1]}}
// expected-note @below {{without `m0: compact` of `%row` the least strides of `%x` are [24, 4]}}
// expected-note @below {{without the view op `tensor.collapse_shape` the least strides of `%x` are [8, 1]}}
func.func @f(%x: tensor<4x6xf16, {reqs = #layout.reqs<m0: aligned<16 bytes>>}>) {
  // expected-note @below {{`m0: compact` is requested by the type of `%row`: stride(m1 of `%x`) = 1 element = 2 bytes}}
  // expected-note @below {{`tensor.collapse_shape` merges dims, which must be contiguous in memory: stride(m0 of `%x`) = 6 x stride(m1 of `%x`) = 6 x 2 bytes = 12 bytes}}
  %row = "tensor.collapse_shape"(%x) <{reassociation = [[0, 1]]}> : (tensor<4x6xf16, {reqs = #layout.reqs<m0: aligned<16 bytes>>}>) -> tensor<24xf16, {reqs = #layout.reqs<m0: compact>}>
  return
}

// -----

// Declared strides that overlap, and a declared stride that violates a requirement.
// expected-error @below {{invalid strides of `@x`: the stride of m0 is 8 bytes, but must be at least 10 bytes (5 x 2 bytes of m1)}}
// expected-note @below {{the type of `@x` states stride(m0) = 4 elements = 8 bytes, stride(m1) = 1 element = 2 bytes}}
// expected-note @below {{with the other strides unchanged, use `strides = [5, 1]`}}
layout.tensor @x : tensor<4x5xf16, {strides = [4, 1]}>
// expected-error @below {{invalid strides of `@y`: the stride of m0 is 12 bytes, but `aligned<16 bytes>` requires a multiple of 16 bytes; the next multiple is 16 bytes}}
// expected-note @below {{`m0: aligned<16 bytes>` is requested by the type of `@y`}}
// expected-note @below {{the type of `@y` states stride(m0) = 6 elements = 12 bytes, stride(m1) = 1 element = 2 bytes}}
// expected-note @below {{with the other strides unchanged, use `strides = [8, 1]`}}
layout.tensor @y : tensor<4x5xf16, {strides = [6, 1], reqs = #layout.reqs<m0: aligned<16 bytes>>}>

// -----

// The offset of a view follows from the strides of its buffer.
func.func @f(%x: tensor<4x6xf16, {strides = [6, 1]}>) {
  // expected-error @+4 {{the offset of `%part` must be 12 elements in its buffer, but is 7}}
  // expected-note @+3 {{`%x`, `%part` share one buffer}}
  // expected-note @+2 {{index zero of `%part` is 2 x stride(m0 of `%x`) = 2 x 6 elements from index zero of `%x`}}
  %part = "tensor.extract_slice"(%x) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 2, 0>,
      static_sizes = array<i64: 2, 6>, static_strides = array<i64: 1, 1>}> : (tensor<4x6xf16, {strides = [6, 1]}>) -> tensor<2x6xf16, {strides = [6, 1], offset = 7}>
  return
}

// -----

// A format fixes every stride; an op requires another one.
// expected-error @below {{strides of `%x` are fixed by format `chw16`: the stride of m2 is 160 bytes, but `aligned<96 bytes>` requires a multiple of 96 bytes; the next multiple is 192 bytes}}
// expected-note @below {{format `chw16` defines stride(m2) = 5 x stride(m3) = 5 x 32 bytes = 160 bytes; stride(m3) = 16 x stride(m4) = 16 x 2 bytes = 32 bytes; stride(m4) = 2 bytes}}
// expected-note @below {{a format fixes every stride; use `order` with `reqs` for other strides}}
func.func @f(%x: tensor<1x35x7x5xf16, {format = #layout.format<chw16>}>) {
  // expected-note @below {{`m2: aligned<96 bytes>` is requested by `layout.reqs` of op `t.use`}}
  "t.use"(%x) {layout.reqs = [#layout.reqs<m2: aligned<96 bytes>>]} : (tensor<1x35x7x5xf16, {format = #layout.format<chw16>}>) -> ()
  return
}
