// RUN: layoutc %s --target=vpux_like --emit=none
// RUN: layoutc %s --target=tensorrt_like --emit=none
// RUN: layoutc %s --target=channels_last --emit=none
// RUN: layoutc %S/Inputs/target_rules.mlir | FileCheck %s
// RUN: layoutc %s --target=%S/Inputs/target_rules.mlir --emit=none
// RUN: not layoutc %s --target=%S/Inputs/target_rules_faulty.mlir --emit=none --diagnostics=short 2>&1 | FileCheck %s --check-prefix=FAULTY

// Rules of a file are read as those of the module.
// CHECK: layout.rule "onnx.Conv" [#layout.choice<(NHWC, any...) -> NHWC>, #layout.choice<same>]
// FAULTY: target_rules_faulty.mlir:3:46: error[L0209]: unknown layout `NHCV`; expected one of
func.func @f(%x: tensor<1x16x8x8xf16>) -> tensor<1x16x8x8xf16> {
  %0 = "onnx.Relu"(%x) : (tensor<1x16x8x8xf16>) -> tensor<1x16x8x8xf16>
  return %0 : tensor<1x16x8x8xf16>
}
