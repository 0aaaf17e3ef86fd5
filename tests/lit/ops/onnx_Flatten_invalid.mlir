// RUN: layoutc %s --emit=none --verify-diagnostics --split-input-file

// Ops of other dialects are carried however they are spelled: their own tools check them.
func.func @f(%x: tensor<2x3x4xf32>) {
  %a = "onnx.Flatten"(%x) {axis = 9 : si64} : (tensor<2x3x4xf32>) -> tensor<5xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3x4xf32>) {
  // expected-error @below {{a block of `func.func` ends with `onnx.Flatten`, which is no terminator}}
  %a = "onnx.Flatten"(%x) : (tensor<2x3x4xf32>) -> tensor<2x12xf32>
}
