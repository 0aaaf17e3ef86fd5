// RUN: layoutc %s --passes=assign-layouts{memory=6000} --emit=none --verify-diagnostics

// The operand and the result of an op are live together in any layouts.
// expected-error @below [L0408] {{the arena of `@both` needs at least 8192 bytes in any layouts, but `memory` is 6000}}
func.func @both() {
  %0 = "my.source"() : () -> tensor<1x8x16x16xf16>
  // expected-note @below {{values of 8192 bytes are live at this op}}
  %1 = "my.conv"(%0) : (tensor<1x8x16x16xf16>) -> tensor<1x8x16x16xf16>
  "my.sink"(%1) : (tensor<1x8x16x16xf16>) -> ()
  return
}

// A result in place needs no memory of its own, and arguments and results belong to the caller.
func.func @in_place(%x: tensor<1x8x16x16xf16>) -> tensor<1x8x16x16xf16> {
  %0 = "my.conv"(%x) : (tensor<1x8x16x16xf16>) -> tensor<1x8x16x16xf16>
  %1 = "my.relu"(%0) {layout.inplace = array<i64: 0>} : (tensor<1x8x16x16xf16>) -> tensor<1x8x16x16xf16>
  %2 = "my.conv"(%1) : (tensor<1x8x16x16xf16>) -> tensor<1x8x16x16xf16>
  return %2 : tensor<1x8x16x16xf16>
}
