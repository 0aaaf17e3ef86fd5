// RUN: layoutc %s --emit=none --verify-diagnostics --split-input-file

// Ops of other dialects are carried however they are spelled: their own tools check them.
func.func @f(%x: tensor<2x3x4xf32>) {
  %a = "tensor.collapse_shape"(%x) {reassociation = [0, [5]]} : (tensor<2x3x4xf32>) -> tensor<5xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3x4xf32>) {
  // expected-error @below {{a block of `func.func` ends with `tensor.collapse_shape`, which is no terminator}}
  %a = "tensor.collapse_shape"(%x) : (tensor<2x3x4xf32>) -> tensor<24xf32>
}
