// RUN: layoutc %s --emit=none --verify-diagnostics --split-input-file

// Ops of other dialects are carried however they are spelled: their own tools check them.
func.func @f(%y: tensor<1x3x1xf32>) {
  %a = "onnx.Unsqueeze"(%y) : (tensor<1x3x1xf32>) -> tensor<9xf32>
  return
}

// -----

func.func @f(%y: tensor<1x3x1xf32>) {
  // expected-error @below {{a block of `func.func` ends with `onnx.Unsqueeze`, which is no terminator}}
  %a = "onnx.Unsqueeze"(%y, %y) : (tensor<1x3x1xf32>, tensor<1x3x1xf32>) -> tensor<3xf32>
}
