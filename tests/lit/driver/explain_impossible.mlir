// A layout that a value cannot have is explained by the rule, the type or the view that excludes it.
// RUN: layoutc explain %s --of @f:%%0 --passes=assign-layouts | FileCheck %s --check-prefix=CHOICE
// RUN: layoutc explain %s --of @f:%%1 --passes=assign-layouts | FileCheck %s --check-prefix=SAME
// RUN: layoutc explain %s --of @f:%%x --passes=assign-layouts | FileCheck %s --check-prefix=SIGNATURE

// CHOICE: note: it cannot be NHWC: no choice that applies to `nn.wide` defines this layout; `(any, any) -> NHWC` does not apply: the op has 1 operand, but the choice is for 2 operands
// SAME: note: with row major (NCHW) instead, the total cost would be
// SIGNATURE: note: it cannot be NHWC: the signature of the function requires row major (NCHW)
module attributes {layout.target = @npu} {
  layout.target @npu {
    layout.rule "nn.wide" [#layout.choice<(any) -> NCHW>, #layout.choice<(any, any) -> NHWC>]
    layout.rule "nn.tall" [#layout.choice<(NHWC) -> NHWC>, #layout.choice<(NCHW) -> NCHW, cost = 2000>]
  }
  func.func @f(%x: tensor<1x8x4x4xf16>) -> tensor<1x8x4x4xf16> {
    %0 = "nn.wide"(%x) : (tensor<1x8x4x4xf16>) -> tensor<1x8x4x4xf16>
    %1 = "nn.tall"(%0) : (tensor<1x8x4x4xf16>) -> tensor<1x8x4x4xf16>
    %2 = "nn.tall"(%x) : (tensor<1x8x4x4xf16>) -> tensor<1x8x4x4xf16>
    return %1 : tensor<1x8x4x4xf16>
  }
}
