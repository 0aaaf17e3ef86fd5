// RUN: layoutc %s --emit=none --verify-diagnostics --split-input-file

// Ops of other dialects are carried however they are spelled: their own tools check them.
func.func @f(%x: tensor<2x3x4xf32>, %s: tensor<2xi64>) {
  %a = "onnx.Reshape"(%x) {allowzero = "no"} : (tensor<2x3x4xf32>) -> tensor<5xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3x4xf32>, %s: tensor<2xi64>) {
  // expected-error @below {{a block of `func.func` ends with `onnx.Reshape`, which is no terminator}}
  %a = "onnx.Reshape"(%x, %s) : (tensor<2x3x4xf32>, tensor<2xi64>) -> tensor<?x?xf32>
}
