// RUN: layoutc %s --emit=none --verify-diagnostics --split-input-file

func.func @f(%x: tensor<2x3xf32>) {
  // expected-error @below [L0301] {{`static_offsets` of `tensor.extract_slice` has 1 entry, but the operand has 2 dims}}
  %0 = "tensor.extract_slice"(%x) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 2, 2>, static_strides = array<i64: 1, 1>}> : (tensor<2x3xf32>) -> tensor<2x2xf32>
  // expected-error @below [L0303] {{`static_offsets` of `tensor.extract_slice` must not be negative, but has entry -1}}
  %1 = "tensor.extract_slice"(%x) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0, -1>, static_sizes = array<i64: 2, 2>, static_strides = array<i64: 1, 1>}> : (tensor<2x3xf32>) -> tensor<2x2xf32>
  // expected-error @below [L0302] {{the result of `tensor.extract_slice` has lengths 2x3, but `static_sizes` is 2x2}}
  %2 = "tensor.extract_slice"(%x) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0, 0>, static_sizes = array<i64: 2, 2>, static_strides = array<i64: 1, 1>}> : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
