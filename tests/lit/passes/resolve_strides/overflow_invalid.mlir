// RUN: layoutc %s --passes=resolve-strides --emit=none --verify-diagnostics --split-input-file

// Declared strides are rejected at their position.
// expected-error @below [L0402] {{strides are too large: the greatest offset is 27670116110564327425 elements, which does not fit 64 bits}}
layout.tensor @given : tensor<4x5xi8, {strides = [9223372036854775807, 1]}>

// -----

// The allocation includes the whole last row.
// expected-error @below [L0402] {{strides are too large: the allocation is 9223372036854775808 elements, which does not fit 64 bits}}
layout.tensor @allocation : tensor<2x5xi8, {strides = [4611686018427387904, 1]}>

// -----

// The offset counts, too.
// expected-error @below [L0402] {{strides are too large: the allocation is 9223372036854775808 elements, which does not fit 64 bits}}
layout.tensor @offset : tensor<1x1xi8, {strides = [1, 1], offset = 9223372036854775807}>

// -----

// Sizes are in bytes.
// expected-error @below [L0402] {{strides are too large: the size is 9223372036854775808 bytes, which does not fit 64 bits}}
layout.tensor @bytes : tensor<2x5xf64, {strides = [576460752303423488, 1]}>

// -----

// Strides of an inner value are rejected when they are resolved.
func.func @f() {
  // expected-error @below [L0402] {{the memory of `%inner` is too large: the greatest offset is 27670116110564327425 elements, which does not fit 64 bits}}
  %inner = "t.make"() : () -> tensor<4x5xi8, {strides = [9223372036854775807, 1]}>
  return
}

// -----

// Strides that follow from requirements.
// expected-error @below [L0401] {{the memory of `@solved` is too large: the greatest offset is 13835058055282163713 elements, which does not fit 64 bits}}
// expected-note @below {{13835058055282163713 = 0 + 3 x 4611686018427387903 + 4 x 1}}
layout.tensor @solved : tensor<4x5xi8, {reqs = #layout.reqs<m0: fixed<4611686018427387903 bytes>>}>

// -----

// The least strides of an order already exceed the size limit.
// expected-error @below [L0401] {{the memory of `@dense` is too large: the size is 18446744073709551616 bytes, which does not fit 64 bits}}
layout.tensor @dense : tensor<2x1152921504606846976xf64, {order = #layout.order<NC>}>

// -----

// Tensors that share a buffer.
// expected-error @below [L0401] {{the memory of `%x` is too large: the allocation is 9223372036854775808 elements, which does not fit 64 bits}}
// expected-note @below {{`%x`, `%part` share one buffer}}
func.func @f(%x: tensor<2x6xi8, {reqs = #layout.reqs<m0: aligned<4611686018427387904 bytes>>}>) {
  %part = "tensor.extract_slice"(%x) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0, 2>,
      static_sizes = array<i64: 2, 3>, static_strides = array<i64: 1, 1>}> : (tensor<2x6xi8, {reqs = #layout.reqs<m0: aligned<4611686018427387904 bytes>>}>) -> tensor<2x3xi8>
  return
}

// -----

// The padded storage of a format exceeds 64 bits.
// expected-error @below [L0402] {{the memory of `@format` is too large: the size is 9223372036854775808 bytes, which does not fit 64 bits}}
layout.tensor @format : tensor<1x1x1x144115188075855872xf16, {format = #layout.format<chw32>}>
