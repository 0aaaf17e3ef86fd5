// RUN: layoutc %s --emit=none --verify-diagnostics --split-input-file

func.func @f(%x: tensor<6x4xf32>, %i: index) {
  // expected-error @below [L0301] {{`static_output_shape` of `tensor.expand_shape` has 2 entries, but the result has 3 dims}}
  %0 = "tensor.expand_shape"(%x) <{reassociation = [[0, 1], [2]], static_output_shape = array<i64: 2, 3>}> : (tensor<6x4xf32>) -> tensor<2x3x4xf32>
  // expected-error @below [L0301] {{`static_output_shape` of `tensor.expand_shape` has 0 dynamic entries, but the op has 1 operand}}
  %1 = "tensor.expand_shape"(%x, %i) <{reassociation = [[0, 1], [2]], static_output_shape = array<i64: 2, 3, 4>}> : (tensor<6x4xf32>, index) -> tensor<2x3x4xf32>
  return
}
