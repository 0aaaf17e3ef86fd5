// Ops that cannot be the views which the rules of the target declare.
// RUN: layoutc %s --passes=resolve-strides --verify-diagnostics --split-input-file --emit=none
// RUN: not layoutc %s --passes=resolve-strides --split-input-file --diagnostics=json --emit=none 2>&1 | FileCheck %s

// The suggestion replaces the key in the rule. One error reports all ops of the name.
// CHECK: `aten.permute` lacks the attribute `dimz`
// CHECK-SAME: "text":"\"dims\""
module attributes {layout.target = @npu} {
  layout.target @npu {
    // expected-note@+1 {{the rule of `aten.permute` of target `@npu` declares the view}}
    layout.rule "aten.permute" view {kind = "transpose", permutation = "dimz"}
  }
  func.func @f(%x: tensor<2x3xf16>) {
    // expected-error@+3 {{`aten.permute` lacks the attribute `dimz`}}
    // expected-note@+2 {{did you mean `"dims"`?}}
    // expected-note@+1 {{2 ops `aten.permute` have such an error}}
    %0 = "aten.permute"(%x) {dims = [1, 0]} : (tensor<2x3xf16>) -> tensor<3x2xf16>
    %1 = "aten.permute"(%0) {dims = [1, 0]} : (tensor<3x2xf16>) -> tensor<2x3xf16>
    return
  }
}

// -----

module attributes {layout.target = @npu} {
  layout.target @npu {
    // expected-note@+1 {{the rule of `aten.slice` of target `@npu` declares the view}}
    layout.rule "aten.slice" view {kind = "slice", offsets = 1, sizes = [1, 3]}
    // expected-note@+1 {{the rule of `aten.permute` of target `@npu` declares the view}}
    layout.rule "aten.permute" view {kind = "transpose", permutation = "dims"}
  }
  func.func @f(%x: tensor<2x3xf16>) {
    // expected-error@+1 {{`aten.slice` lacks operand 1}}
    %0 = "aten.slice"(%x) : (tensor<2x3xf16>) -> tensor<1x3xf16>
    // expected-error@+1 {{`aten.permute` is malformed: axis 0 is listed twice}}
    %1 = "aten.permute"(%x) {dims = [0, 0]} : (tensor<2x3xf16>) -> tensor<3x2xf16>
    return
  }
}
