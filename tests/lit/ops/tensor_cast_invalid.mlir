// RUN: layoutc %s --emit=none --verify-diagnostics --split-input-file

// Ops of other dialects are carried however they are spelled: their own tools check them.
func.func @f(%x: tensor<2x3x4xf32>) {
  %a = "tensor.cast"(%x) : (tensor<2x3x4xf32>) -> tensor<5xi8>
  return
}

// -----

func.func @f(%x: tensor<2x3x4xf32>) {
  // expected-error @below {{a block of `func.func` ends with `tensor.cast`, which is no terminator}}
  %a = "tensor.cast"(%x) : (tensor<2x3x4xf32>) -> tensor<2x?x4xf32>
}
