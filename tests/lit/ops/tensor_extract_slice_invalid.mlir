// RUN: layoutc %s --emit=none --verify-diagnostics --split-input-file

// Ops of other dialects are carried however they are spelled: their own tools check them.
func.func @f(%x: tensor<2x3x4xf32>, %i: index) {
  %a = "tensor.extract_slice"(%x) {static_offsets = array<i64: -5>, static_sizes = 3} : (tensor<2x3x4xf32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3x4xf32>, %i: index) {
  // expected-error @below {{a block of `func.func` ends with `tensor.extract_slice`, which is no terminator}}
  %a = "tensor.extract_slice"(%x) : (tensor<2x3x4xf32>) -> tensor<2x2xf32>
}
