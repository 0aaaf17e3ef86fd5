// RUN: layoutc %s --emit=none --verify-diagnostics --split-input-file

func.func @f(%x: tensor<2x3x4xf32>) {
  // expected-error @below [L0302] {{`tensor.collapse_shape`: group 0 of `reassociation` has 6 elements, but d0 of the coarser shape has length 5}}
  %0 = "tensor.collapse_shape"(%x) <{reassociation = [[0, 1], [2]]}> : (tensor<2x3x4xf32>) -> tensor<5x4xf32>
  // expected-error @below [L0302] {{`tensor.collapse_shape`: `reassociation` must list the 3 dims of the finer shape in order}}
  %1 = "tensor.collapse_shape"(%x) <{reassociation = [[0, 2], [1]]}> : (tensor<2x3x4xf32>) -> tensor<8x3xf32>
  // expected-error @below [L0303] {{`reassociation` of `tensor.collapse_shape` is `1 : i64`, but must be a list of lists}}
  %2 = "tensor.collapse_shape"(%x) <{reassociation = 1}> : (tensor<2x3x4xf32>) -> tensor<6x4xf32>
  return
}
