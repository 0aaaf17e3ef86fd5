// RUN: layoutc %s --emit=none --verify-diagnostics --split-input-file

func.func @f(%x: tensor<2x3xf32>, %y: tensor<3x3xf32>) {
  // expected-error @below [L0303] {{`dim` of `tensor.concat` is 2, but the result has 2 dims}}
  %0 = "tensor.concat"(%x) <{dim = 2 : i64}> : (tensor<2x3xf32>) -> tensor<2x3xf32>
  // expected-error @below [L0302] {{operand 1 of `tensor.concat` differs from the others in rank, element type or a length}}
  %1 = "tensor.concat"(%x, %y) <{dim = 1 : i64}> : (tensor<2x3xf32>, tensor<3x3xf32>) -> tensor<2x6xf32>
  // expected-error @below [L0302] {{the lengths of the result of `tensor.concat` differ from those of the concatenated operands}}
  %2 = "tensor.concat"(%x, %y) <{dim = 0 : i64}> : (tensor<2x3xf32>, tensor<3x3xf32>) -> tensor<6x3xf32>
  return
}
