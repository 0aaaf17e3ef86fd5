// RUN: layoutc %s --passes=assign-layouts --target=first | layoutc - --passes=assign-layouts --target=second 2>&1 | FileCheck %s
// RUN: layoutc %s --passes=assign-layouts --target=first | layoutc - --passes=assign-layouts --target=first | FileCheck %s --check-prefix=SAME

// The types of an assignment for another target restrict nothing where a rule excludes one of them.
// CHECK: remark[L0407]: the rules exclude the layout that the type of `%0` and 1 more values states
// CHECK-LABEL: func.func @f
// CHECK-NOT: layout.reorder
// CHECK: return
// SAME-LABEL: func.func @f
// SAME-COUNT-2: layout.reorder
// SAME-NOT: layout.reorder
layout.target @first {
  layout.rule "nn.c" [#layout.choice<(NHWC) -> NHWC>]
  layout.rule "nn.r" [#layout.choice<same>]
}
layout.target @second {
  layout.rule "nn.c" [#layout.choice<(NCHW) -> NCHW>]
  layout.rule "nn.r" [#layout.choice<same>]
}
func.func @f(%x: tensor<1x8x4x4xf16>) -> tensor<1x8x4x4xf16> {
  %0 = "nn.c"(%x) : (tensor<1x8x4x4xf16>) -> tensor<1x8x4x4xf16>
  %1 = "nn.r"(%0) : (tensor<1x8x4x4xf16>) -> tensor<1x8x4x4xf16>
  %2 = "nn.c"(%1) : (tensor<1x8x4x4xf16>) -> tensor<1x8x4x4xf16>
  return %2 : tensor<1x8x4x4xf16>
}
