// RUN: layoutc %s --emit=none --verify-diagnostics --split-input-file

func.func @f(%x: tensor<2x3xf32>, %y: tensor<3x3xf32>) {
  // expected-error @below [L0303] {{`dim` of `tensor.concat` is 2, but the result has 2 dims}}
  %0 = "tensor.concat"(%x) <{dim = 2 : i64}> : (tensor<2x3xf32>) -> tensor<2x3xf32>
  // expected-error @below [L0302] {{operand 1 of `tensor.concat` must have the rank, element type and lengths of operand 0, except the length of d1}}
  %1 = "tensor.concat"(%x, %y) <{dim = 1 : i64}> : (tensor<2x3xf32>, tensor<3x3xf32>) -> tensor<2x6xf32>
  // expected-error @below [L0302] {{the result of `tensor.concat` has lengths 6x3, but the concatenated operands have 5x3}}
  %2 = "tensor.concat"(%x, %y) <{dim = 0 : i64}> : (tensor<2x3xf32>, tensor<3x3xf32>) -> tensor<6x3xf32>
  return
}
