// RUN: layoutc %s --emit=none --verify-diagnostics --split-input-file

// Ops of other dialects are carried however they are spelled: their own tools check them.
func.func @f(%x: tensor<2x3x4xf32>) {
  %a = "arith.constant"() : () -> tensor<2xindex>
  return
}

// -----

func.func @f(%x: tensor<2x3x4xf32>) {
  // expected-error @below {{a block of `func.func` ends with `arith.constant`, which is no terminator}}
  %a = "arith.constant"() {value = 5 : index} : () -> index
}
