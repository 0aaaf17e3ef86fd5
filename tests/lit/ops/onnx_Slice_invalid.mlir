// RUN: layoutc %s --emit=none --verify-diagnostics --split-input-file

// Ops of other dialects are carried however they are spelled: their own tools check them.
func.func @f(%x: tensor<2x3x4xf32>) {
  %a = "onnx.Slice"(%x) : (tensor<2x3x4xf32>) -> tensor<5xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3x4xf32>) {
  // expected-error @below {{a block of `func.func` ends with `onnx.Slice`, which is no terminator}}
  %a = "onnx.Slice"(%x) : (tensor<2x3x4xf32>) -> tensor<5xf32>
}
