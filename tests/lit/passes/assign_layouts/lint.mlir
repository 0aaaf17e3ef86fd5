// Rules that never apply, and ops that fall back to row major, are reported once for each name, with counts.
// RUN: layoutc %s --passes=assign-layouts --target=npu --verify-diagnostics --emit=none
// RUN: layoutc %s --passes=assign-layouts --target=npu --diagnostics=json --emit=none 2>&1 | FileCheck %s
// Without a target, only ops with choices of their own can fall back.
// RUN: layoutc %s --passes=assign-layouts --diagnostics=short --emit=none 2>&1 | FileCheck %s --check-prefix=NONE
// CHECK: "the rule for `onnx.Rleu` of target `@npu` applies to no op of the module"
// CHECK-SAME: "text":"\"onnx.Relu\""
// CHECK: "no choice of the rule for `nn.pool` of target `@npu` applies to any `nn.pool`: 1 op is row major"
// CHECK-SAME: "text":"#layout.choice<(NC) -> CN, when = [attr(group, 2) == 1]>"
// CHECK: 1 op `nn.paid` fell back to row major: none of its own choices applies
// CHECK-SAME: "text":"#layout.choice<(NC) -> CN, cost = attr(group) * 2>"
// NONE-NOT: remark
// NONE: remark[L0407]: 1 op `nn.own` fell back
// NONE-NEXT: remark[L0407]: 1 op `nn.paid` fell back
// NONE-NOT: remark

layout.target @npu {
  // expected-remark@+1 {{no choice of the rule for `onnx.Conv` of target `@npu` applies to any `onnx.Conv`: 2 ops are row major}}
  layout.rule "onnx.Conv" [#layout.choice<(NHWC, any, any) -> NHWC>]
  // This rule applies to one of two ops.
  layout.rule "onnx.ReduceMax" [#layout.choice<(same) -> same, when = [attr(keepdims, 1) == 1]>]
  // No op has this name, and no op without a rule has a near one. A target may list all ops of a device.
  layout.rule "onnx.Sigmoid" [#layout.choice<same>]
  layout.rule "onnx.Sum" [#layout.choice<same>]
  layout.rule "onnx.Sub" [#layout.choice<same>]
  // expected-remark@+2 {{the rule for `onnx.Rleu` of target `@npu` applies to no op of the module}}
  // expected-note@+1 {{did you mean `onnx.Relu`?}}
  layout.rule "onnx.Rleu" [#layout.choice<same>]
  // expected-note@+2 {{did you mean `attr(group, 2)`?}}
  // expected-remark@+1 {{no choice of the rule for `nn.pool` of target `@npu` applies to any `nn.pool`: 1 op is row major}}
  layout.rule "nn.pool" [#layout.choice<(NC) -> CN, when = [attr(grup, 2) == 1]>]
  // A short name that differs twice is another op.
  layout.rule "nn.ones" [#layout.choice<same>]
  // expected-remark@+1 {{the view that target `@npu` declares for `nn.flat` applies to none of 2 ops}}
  layout.rule "nn.flat" view {kind = "transpose", permutation = "axes"}
}

func.func @f(%x: tensor<1x8x4x4xf16>, %w: tensor<8x8x1x1xf16>, %v: tensor<8xf16>, %y: tensor<4x4xf16>) -> tensor<1x8x4x4xf16> {
  // expected-note@+1 {{`(NHWC, any, any) -> NHWC` does not apply here: the op has 2 operands, but the choice is for 3 operands}}
  %0 = "onnx.Conv"(%x, %w) : (tensor<1x8x4x4xf16>, tensor<8x8x1x1xf16>) -> tensor<1x8x4x4xf16>
  %1 = "onnx.Conv"(%0, %w) : (tensor<1x8x4x4xf16>, tensor<8x8x1x1xf16>) -> tensor<1x8x4x4xf16>
  // An elementwise op without a rule has one layout.
  %2 = "onnx.Relu"(%1) : (tensor<1x8x4x4xf16>) -> tensor<1x8x4x4xf16>
  // expected-remark@+1 {{2 ops `nn.act` fell back to row major: target `@npu` has no rule for this name}}
  %3 = "nn.act"(%2) : (tensor<1x8x4x4xf16>) -> tensor<1x8x4x4xf16>
  %4 = "nn.act"(%3) : (tensor<1x8x4x4xf16>) -> tensor<1x8x4x4xf16>
  // A tensor of one dim has one layout, so this op has no choice to make.
  %5 = "onnx.Relu"(%v) : (tensor<8xf16>) -> tensor<8xf16>
  %6 = "onnx.ReduceMax"(%4) {keepdims = 1 : si64} : (tensor<1x8x4x4xf16>) -> tensor<1x8x1x1xf16>
  // expected-remark@+2 {{1 of 2 ops `onnx.ReduceMax` fell back to row major: no choice of the rule of target `@npu` applies}}
  // expected-note@+1 {{`(same) -> same, when = [attr(keepdims, 1) == 1]` does not apply here: `attr(keepdims, 1) == 1` does not hold: `attr(keepdims, 1)` is 0}}
  %7 = "onnx.ReduceMax"(%4) {keepdims = 0 : si64} : (tensor<1x8x4x4xf16>) -> tensor<8xf16>
  // expected-remark@+2 {{1 op `nn.own` fell back to row major: none of its own choices applies}}
  // expected-note@+1 {{`(NHWC) -> any` does not apply here: value 0 has 2 dims, but NHWC has 4}}
  %8 = "nn.own"(%y) {layout.choices = [#layout.choice<(NHWC) -> any>]} : (tensor<4x4xf16>) -> tensor<4xf16>
  // expected-note@+1 {{d0 of the result has length 16, but must have 4}}
  %9 = "nn.flat"(%y) {axes = [0, 1]} : (tensor<4x4xf16>) -> tensor<16x1xf16>
  %10 = "nn.flat"(%y) {axes = [1, 0]} : (tensor<4x4xf16>) -> tensor<16x1xf16>
  // expected-note@+1 {{`(NC) -> CN, when = [attr(grup, 2) == 1]` does not apply here: `attr(grup, 2) == 1` does not hold: `attr(grup, 2)` is 2}}
  %11 = "nn.pool"(%y) {group = 1 : i64} : (tensor<4x4xf16>) -> tensor<4x4xf16>
  // expected-remark@+3 {{1 op `nn.paid` fell back to row major: none of its own choices applies}}
  // expected-note@+2 {{the cost `attr(grup) * 2` has no value: `attr(grup)` is unknown}}
  // expected-note@+1 {{did you mean `attr(group)`?}}
  %12 = "nn.paid"(%y) {group = 1 : i64, layout.choices = [#layout.choice<(NC) -> CN, cost = attr(grup) * 2>]} : (tensor<4x4xf16>) -> tensor<4x4xf16>
  return %4 : tensor<1x8x4x4xf16>
}
