// RUN: layoutc %s --passes=optimize-reorders | FileCheck %s
// RUN: layoutc %s --passes=optimize-reorders,optimize-reorders | FileCheck %s
// RUN: layoutc %s --passes=optimize-reorders --stats --emit=none 2>&1 | FileCheck %s --check-prefix=STATS

// STATS-DAG: 1 optimize-reorders (1): reorders before
// STATS-DAG: 1 optimize-reorders (1): reorders

#NHWC = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>

// A view that replaces a reorder without data movement does not constrain layouts: one reorder is hoisted before the tensor
// grows, and the view is removed.
// CHECK-LABEL: func.func @stands_for_a_reorder
// CHECK-NEXT: %[[R:.+]] = layout.reorder %x : tensor<1x4x2x3xf16> -> tensor<1x4x2x3xf16, {order = #NHWC}>
// CHECK-NEXT: "t.tile"(%[[R]]) {{.*}} -> tensor<1x4x8x3xf16, {order = #NHWC}>
// CHECK-NEXT: return
func.func @stands_for_a_reorder(%x: tensor<1x4x2x3xf16>) -> tensor<1x4x8x3xf16, {order = #NHWC}> {
  %0 = layout.view %x : tensor<1x4x2x3xf16> -> tensor<1x4x2x3xf16, {order = affine_map<(d0, d1, d2, d3) -> (d1, d0, d2, d3)>}>
  %1 = "t.tile"(%0) {layout.choices = [#layout.choice<same>]} : (tensor<1x4x2x3xf16, {order = affine_map<(d0, d1, d2, d3) -> (d1, d0, d2, d3)>}>) -> tensor<1x4x8x3xf16>
  %2 = layout.reorder %1 : tensor<1x4x8x3xf16> -> tensor<1x4x8x3xf16, {order = #NHWC}>
  return %2 : tensor<1x4x8x3xf16, {order = #NHWC}>
}

// A view that reinterprets the memory is preserved.
// CHECK-LABEL: func.func @shows_other_elements
// CHECK-NEXT: %[[V:.+]] = layout.view %x : tensor<1x4x2x3xf16> -> tensor<1x4x2x3xf16, {order = #NHWC}>
// CHECK-NEXT: return %[[V]]
func.func @shows_other_elements(%x: tensor<1x4x2x3xf16>) -> tensor<1x4x2x3xf16, {order = #NHWC}> {
  %0 = layout.view %x : tensor<1x4x2x3xf16> -> tensor<1x4x2x3xf16, {order = #NHWC}>
  return %0 : tensor<1x4x2x3xf16, {order = #NHWC}>
}
