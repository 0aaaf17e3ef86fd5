// RUN: layoutc %s --emit=none --verify-diagnostics --split-input-file

// Ops of other dialects are carried however they are spelled: their own tools check them.
func.func @f(%x: tensor<2x3x4xf32>) {
  %a = "onnx.Transpose"(%x) {perm = [0, 0, 7]} : (tensor<2x3x4xf32>) -> tensor<2x4x3xf32>
  %b:2 = "onnx.Transpose"() {perm = "none"} : () -> (f32, f32)
  return
}

// -----

func.func @f(%x: tensor<2x3x4xf32>) {
  // expected-error @below {{a block of `func.func` ends with `onnx.Transpose`, which is no terminator}}
  %a = "onnx.Transpose"(%x) : (tensor<2x3x4xf32>) -> tensor<4x3x2xf32>
}
