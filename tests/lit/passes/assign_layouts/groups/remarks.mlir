// RUN: layoutc %s --passes=assign-layouts --target=npu --stats --emit=none 2>&1 | FileCheck %s

// The matches of a chain overlap. If there are too many, the pass uses some of them, and knows no lower bound. A group to
// which no choice of its rule applies is not used, and its ops have their own rules.
layout.target @npu {
  layout.group "pair" [#layout.pattern<(x) {y = "onnx.Relu"(x), "onnx.Relu"(y)}>]
  layout.group "images" [#layout.pattern<(x) {y = "onnx.Tanh"(x), "onnx.Tanh"(y)}>]
  layout.rule "pair" [#layout.choice<(CHW) -> CHW, cost = 3>]
  layout.rule "images" [#layout.choice<(NHWC) -> NHWC>]
  layout.rule kind = elementwise [#layout.choice<(CHW) -> CHW, cost = 2>]
}

// CHECK: remark[L0407]: no choice of the rule for the group "images" of target `@npu` applies to 1 match, whose ops have their own rules
// CHECK: remark[L0407]: more than 16 matches of groups share ops, so that the largest ones are used and no lower bound is known
// CHECK: remark[L0407]: the assigned layouts cost 31 bytes{{.*}}, which is not proven optimal: the lower bound is 0 bytes
// CHECK: {{^ *}}31 assign-layouts (1): cost (bytes)
// CHECK-NEXT: {{^ *}}0 assign-layouts (1): lower bound (bytes)
func.func @f(%x: tensor<2x4x4xf16>) -> tensor<2x4x4xf16> {
  %t = "onnx.Tanh"(%x) : (tensor<2x4x4xf16>) -> tensor<2x4x4xf16>
  %0 = "onnx.Tanh"(%t) : (tensor<2x4x4xf16>) -> tensor<2x4x4xf16>
  %1 = "onnx.Relu"(%0) : (tensor<2x4x4xf16>) -> tensor<2x4x4xf16>
  %2 = "onnx.Relu"(%1) : (tensor<2x4x4xf16>) -> tensor<2x4x4xf16>
  %3 = "onnx.Relu"(%2) : (tensor<2x4x4xf16>) -> tensor<2x4x4xf16>
  %4 = "onnx.Relu"(%3) : (tensor<2x4x4xf16>) -> tensor<2x4x4xf16>
  %5 = "onnx.Relu"(%4) : (tensor<2x4x4xf16>) -> tensor<2x4x4xf16>
  %6 = "onnx.Relu"(%5) : (tensor<2x4x4xf16>) -> tensor<2x4x4xf16>
  %7 = "onnx.Relu"(%6) : (tensor<2x4x4xf16>) -> tensor<2x4x4xf16>
  %8 = "onnx.Relu"(%7) : (tensor<2x4x4xf16>) -> tensor<2x4x4xf16>
  %9 = "onnx.Relu"(%8) : (tensor<2x4x4xf16>) -> tensor<2x4x4xf16>
  %10 = "onnx.Relu"(%9) : (tensor<2x4x4xf16>) -> tensor<2x4x4xf16>
  %11 = "onnx.Relu"(%10) : (tensor<2x4x4xf16>) -> tensor<2x4x4xf16>
  %12 = "onnx.Relu"(%11) : (tensor<2x4x4xf16>) -> tensor<2x4x4xf16>
  %13 = "onnx.Relu"(%12) : (tensor<2x4x4xf16>) -> tensor<2x4x4xf16>
  %14 = "onnx.Relu"(%13) : (tensor<2x4x4xf16>) -> tensor<2x4x4xf16>
  %15 = "onnx.Relu"(%14) : (tensor<2x4x4xf16>) -> tensor<2x4x4xf16>
  %16 = "onnx.Relu"(%15) : (tensor<2x4x4xf16>) -> tensor<2x4x4xf16>
  %17 = "onnx.Relu"(%16) : (tensor<2x4x4xf16>) -> tensor<2x4x4xf16>
  %18 = "onnx.Relu"(%17) : (tensor<2x4x4xf16>) -> tensor<2x4x4xf16>
  return %18 : tensor<2x4x4xf16>
}
