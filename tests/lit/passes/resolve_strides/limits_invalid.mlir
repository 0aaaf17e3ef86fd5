// RUN: layoutc %s --passes=resolve-strides --emit=none --verify-diagnostics --split-input-file

module attributes {layout.target = @npu} {
  // expected-note @below {{`maxTensorStride` of target `@npu` is 64, for the strides of `@x`}}
  layout.target @npu {limits = {maxTensorStride = 64}, features = {tensorNonPacked = true}}
  // expected-error @below {{conflicting stride requirements on `@x`: the stride of m0 is at least 96 bytes, but must be at most 64 bytes}}
  // expected-note @below {{`m0: aligned<96 bytes>` is requested by the type of `@x`}}
  layout.tensor @x : tensor<4x20xf16, {reqs = #layout.reqs<m0: aligned<96 bytes>>}>
}

// -----

module attributes {layout.target = @npu} {
  // expected-note @below {{`maxTensorSize` of target `@npu` is 400, for the bytes of `@x`}}
  layout.target @npu {limits = {maxTensorSize = 400}, features = {tensorNonPacked = true}}
  // expected-error @below {{conflicting stride requirements on `@x`}}
  // expected-note @below {{`m0: aligned<128 bytes>` is requested by the type of `@x`}}
  layout.tensor @x : tensor<4x20xf16, {reqs = #layout.reqs<m0: aligned<128 bytes>>}>
}

// -----

module attributes {layout.target = @npu} {
  // expected-note @below {{target `@npu` lacks `tensorNonPacked`, so strides of `@x` must be packed}}
  // expected-note @below {{for target `@npu` the innermost stride of `@x` must be one element}}
  layout.target @npu {limits = {maxTensorDimensionCount = 6}}
  // expected-error @below {{conflicting stride requirements on `@x`}}
  // expected-note @below {{`m0: aligned<64 bytes>` is requested by the type of `@x`}}
  layout.tensor @x : tensor<4x20xf16, {reqs = #layout.reqs<m0: aligned<64 bytes>>}>
}

// -----

module attributes {layout.target = @npu} {
  // expected-note @below {{for target `@npu` the innermost stride of `@x` must be one element}}
  layout.target @npu {features = {tensorNonPacked = true}}
  // expected-error @below {{conflicting stride requirements on `@x`: the stride of m1 is 4 bytes, but must be 2 bytes}}
  // expected-note @below {{`m1: fixed<4 bytes>` is requested by the type of `@x`}}
  layout.tensor @x : tensor<4x20xf16, {reqs = #layout.reqs<m1: fixed<4 bytes>>}>
}

// -----

// A column of a matrix has gaps, though the dim inside it has length 1.
module attributes {layout.target = @npu} {
  // expected-note @below {{target `@npu` lacks `tensorNonPacked`, so strides of `%column` must be packed}}
  layout.target @npu {limits = {maxTensorDimensionCount = 6}}
  // expected-error @below {{conflicting stride requirements on the buffer of `%x`: the stride of m0 of `%x` is at least 12 bytes (6 x 2 bytes of m1 of `%x`), but must be 2 bytes}}
  func.func @f(%x: tensor<4x6xf16, {order = #layout.order<NC>}>) {
    %column = "tensor.extract_slice"(%x) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0, 2>,
        static_sizes = array<i64: 4, 1>, static_strides = array<i64: 1, 1>}> : (tensor<4x6xf16, {order = #layout.order<NC>}>) -> tensor<4x1xf16>
    return
  }
}
