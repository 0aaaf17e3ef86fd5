// RUN: layoutc %s --split-input-file --passes='assign-layouts{certificate=%t.folder}' --emit=none
// RUN: FileCheck %s --check-prefix=FIRST --input-file=%t.folder/f.opb
// RUN: FileCheck %s --check-prefix=SECOND --input-file=%t.folder/2/f.opb

// The certificates of the second module are in a folder of their own.

// FIRST: * the least cost is 0
func.func @f(%x: tensor<2x3x4x5xf16>) {
  %0 = "t.conv"(%x) {layout.choices = [#layout.choice<(NCHW) -> NCHW>]} : (tensor<2x3x4x5xf16>) -> tensor<2x3x4x5xf16>
  return
}

// -----

// SECOND: * the least cost is 480
func.func @f(%x: tensor<2x3x4x5xf16>) {
  %0 = "t.conv"(%x) {layout.choices = [#layout.choice<(NHWC) -> NHWC>]} : (tensor<2x3x4x5xf16>) -> tensor<2x3x4x5xf16>
  return
}
