// RUN: layoutc %s --passes=assign-layouts --target=first | layoutc - --passes=assign-layouts --target=second 2>&1 | FileCheck %s
// RUN: layoutc %s --passes=assign-layouts --target=first | layoutc - --passes=optimize-reorders --target=second 2>&1 | FileCheck %s --check-prefix=AGAIN
// RUN: layoutc %s --passes=assign-layouts --target=first | layoutc - --passes=assign-layouts --target=first 2>&1 | FileCheck %s --check-prefix=SAME

// The types of an assignment for another target declare layouts in which the values must exist.
// CHECK: remark[L0407]: the type of `%2` declares a layout that no op uses, so the value is reordered to it
// CHECK-LABEL: func.func @f
// CHECK-COUNT-3: layout.reorder
// CHECK-NOT: layout.reorder
// `optimize-reorders` ignores the types of inner values.
// AGAIN-NOT: remark
// AGAIN-LABEL: func.func @f
// AGAIN-NOT: layout.reorder
// AGAIN: return
// SAME-NOT: remark
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
