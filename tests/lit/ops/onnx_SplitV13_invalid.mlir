// RUN: layoutc %s --emit=none --verify-diagnostics --split-input-file

// Ops of other dialects are carried however they are spelled: their own tools check them.
func.func @f(%x: tensor<2x3x4xf32>) {
  "onnx.SplitV13"(%x) {axis = 7 : si64} : (tensor<2x3x4xf32>) -> ()
  return
}

// -----

func.func @f(%x: tensor<2x3x4xf32>) {
  // expected-error @below {{a block of `func.func` ends with `onnx.SplitV13`, which is no terminator}}
  "onnx.SplitV13"(%x) : (tensor<2x3x4xf32>) -> ()
}
