// RUN: layoutc %s --emit=none --verify-diagnostics --split-input-file

func.func @f(%x: tensor<2x3xf32>, %s: tensor<3xindex>, %n: tensor<2xf32>) {
  // expected-error @below [L0302] {{the shape of `tensor.reshape` has 3 entries, but the result has 2 dims}}
  %0 = "tensor.reshape"(%x, %s) : (tensor<2x3xf32>, tensor<3xindex>) -> tensor<3x2xf32>
  // expected-error @below [L0302] {{the shape of `tensor.reshape` is `tensor<2xf32>`, but must be a tensor of rank 1}}
  %1 = "tensor.reshape"(%x, %n) : (tensor<2x3xf32>, tensor<2xf32>) -> tensor<3x2xf32>
  return
}
