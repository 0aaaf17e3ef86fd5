// RUN: layoutc %s --emit=none --verify-diagnostics --split-input-file

// Ops of other dialects are carried however they are spelled: their own tools check them.
func.func @f(%x: tensor<2x3x4xf32>) {
  %a = "onnx.Constant"() : () -> tensor<2xi64>
  %b = "onnx.Constant"(%x) {value = "text"} : (tensor<2x3x4xf32>) -> f32
  return
}

// -----

func.func @f(%x: tensor<2x3x4xf32>) {
  // expected-error @below {{a block of `func.func` ends with `onnx.Constant`, which is no terminator}}
  %a = "onnx.Constant"() {value = dense<[1, 2]> : tensor<2xi64>} : () -> tensor<2xi64>
}
