// RUN: layoutc %s | FileCheck %s
// RUN: layoutc %s --emit=generic | layoutc | FileCheck %s

// Dims of size 1 can be dropped from the result, and offsets can be operands.
// CHECK: %a = tensor.extract_slice %x[0, 1, 0] [2, 1, 2] [1, 1, 2] : tensor<2x3x4xf32> to tensor<2x2xf32>
// CHECK-NEXT: %b = tensor.extract_slice %x[0, %i, 0] [2, 1, 4] [1, 1, 1] : tensor<2x3x4xf32> to tensor<2x1x4xf32>
func.func @f(%x: tensor<2x3x4xf32>, %i: index) {
  %a = "tensor.extract_slice"(%x) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0, 1, 0>, static_sizes = array<i64: 2, 1, 2>, static_strides = array<i64: 1, 1, 2>}> : (tensor<2x3x4xf32>) -> tensor<2x2xf32>
  %b = "tensor.extract_slice"(%x, %i) <{operandSegmentSizes = array<i32: 1, 1, 0, 0>, static_offsets = array<i64: 0, -9223372036854775808, 0>, static_sizes = array<i64: 2, 1, 4>, static_strides = array<i64: 1, 1, 1>}> : (tensor<2x3x4xf32>, index) -> tensor<2x1x4xf32>
  return
}
