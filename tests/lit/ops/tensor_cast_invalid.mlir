// RUN: layoutc %s --emit=none --verify-diagnostics --split-input-file

func.func @f(%x: tensor<2x3xf32>) {
  // expected-error @below [L0302] {{`tensor.cast` from `tensor<2x3xf32>` to `tensor<2x4xf32>` changes the element type or the shape}}
  %0 = "tensor.cast"(%x) : (tensor<2x3xf32>) -> tensor<2x4xf32>
  // expected-error @below [L0302] {{the result of `tensor.cast` is `vector<2x3xf32>`, but must be a tensor}}
  %1 = "tensor.cast"(%x) : (tensor<2x3xf32>) -> vector<2x3xf32>
  return
}
