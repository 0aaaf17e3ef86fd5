// RUN: layoutc %s --emit=none --verify-diagnostics --split-input-file

func.func @f(%x: tensor<4x6xf16, {order = #layout.order<NC>}>) {
  // expected-error @below [L0304] {{a block of `func.func` must end with a terminator, but ends with `onnx.Transpose`}}
  %t = "onnx.Transpose"(%x) {perm = [1, 0]} : (tensor<4x6xf16, {order = #layout.order<NC>}>) -> tensor<6x4xf16, {order = #layout.order<NC>}>
}

// -----

func.func @f(%x: tensor<4x6xf16>) {
  // expected-error @below [L0304] {{a block of `func.func` must end with a terminator, but ends with `t.op`}}
  %t = "t.op"(%x) {layout.choices = [#layout.choice<(CN) -> CN>]} : (tensor<4x6xf16>) -> tensor<6x4xf16, {order = #layout.order<NC>}>
}

// -----

// An unknown op without results may be a terminator.
func.func @f() {
  "t.exit"() : () -> ()
}

// -----

// Several blocks follow each other, whatever the op around them is.
"t.region"() ({
  // expected-error @below [L0304] {{a block of `t.region` must end with a terminator, but ends with `arith.constant`}}
  %0 = "arith.constant"() <{value = 1 : i32}> : () -> i32
^bb1:
  "t.exit"() : () -> ()
}) : () -> ()
