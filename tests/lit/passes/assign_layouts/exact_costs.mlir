// RUN: layoutc %s --passes=assign-layouts | FileCheck %s
// RUN: layoutc %s --passes=assign-layouts --stats --emit=none 2>&1 | FileCheck %s --check-prefix=STATS

#NHWC = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>

// The cost is that of the printed module, and the bound holds over all layouts that the choices allow.
// STATS: 3840  assign-layouts (1): cost (bytes)
// STATS-NEXT: 3840  assign-layouts (1): lower bound (bytes)
// STATS-NEXT: 0  assign-layouts (1): gap (bytes)
// STATS: 0  assign-layouts (1): candidate layouts dropped
// STATS: 3840  assign-layouts (1): bytes that reorders read and write

// A reorder of the input has a price, so the op defines the layout that the function returns.
// CHECK-LABEL: func.func @explicit_reorder
// CHECK-NOT: layout.reorder
func.func @explicit_reorder(%x: tensor<1x8x4x4xf16, {order = #NHWC}>) -> tensor<1x8x4x4xf16, {order = #NHWC}> {
  %0 = "nn.conv"(%x) {layout.choices = [#layout.choice<(NHWC) -> NCHW>, #layout.choice<(NHWC) -> NHWC>]} : (tensor<1x8x4x4xf16, {order = #NHWC}>) -> tensor<1x8x4x4xf16>
  %1 = layout.reorder %0 : tensor<1x8x4x4xf16> -> tensor<1x8x4x4xf16, {order = #NHWC}>
  return %1 : tensor<1x8x4x4xf16, {order = #NHWC}>
}

// Any set of copies is possible: four reorders of 480 bytes are cheaper than three and a choice of cost 720.
// CHECK-LABEL: func.func @six_layouts(
// CHECK-COUNT-4: layout.reorder
// CHECK-NOT: layout.reorder
func.func @six_layouts(%x: tensor<2x3x4x5xf16>) -> tensor<1xf16> {
  %a = "nn.r"(%x) {layout.choices = [#layout.choice<(affine_map<(d0, d1, d2, d3) -> (d0, d1, d3, d2)>) -> any>]} : (tensor<2x3x4x5xf16>) -> tensor<1xf16>
  %b = "nn.r"(%x) {layout.choices = [#layout.choice<(affine_map<(d0, d1, d2, d3) -> (d0, d2, d1, d3)>) -> any>]} : (tensor<2x3x4x5xf16>) -> tensor<1xf16>
  %c = "nn.r"(%x) {layout.choices = [#layout.choice<(affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>) -> any>]} : (tensor<2x3x4x5xf16>) -> tensor<1xf16>
  %d = "nn.r"(%x) {layout.choices = [#layout.choice<(affine_map<(d0, d1, d2, d3) -> (d0, d3, d1, d2)>) -> any>, #layout.choice<(row_major) -> any, cost = 720>]} : (tensor<2x3x4x5xf16>) -> tensor<1xf16>
  %e = "nn.r"(%x) {layout.choices = [#layout.choice<(row_major) -> any>, #layout.choice<(affine_map<(d0, d1, d2, d3) -> (d0, d3, d2, d1)>) -> any>, #layout.choice<(affine_map<(d0, d1, d2, d3) -> (d1, d0, d2, d3)>) -> any>]} : (tensor<2x3x4x5xf16>) -> tensor<1xf16>
  return %e : tensor<1xf16>
}

// The layout of the definition is one of those that the last use allows.
// CHECK-LABEL: func.func @four_copies(
// CHECK-COUNT-4: layout.reorder
// CHECK-NOT: layout.reorder
func.func @four_copies(%x: tensor<2x3x4x5xf16>) -> tensor<1xf16> {
  %a = "nn.r"(%x) {layout.choices = [#layout.choice<(affine_map<(d0, d1, d2, d3) -> (d0, d1, d3, d2)>) -> any>]} : (tensor<2x3x4x5xf16>) -> tensor<1xf16>
  %b = "nn.r"(%x) {layout.choices = [#layout.choice<(affine_map<(d0, d1, d2, d3) -> (d0, d2, d1, d3)>) -> any>]} : (tensor<2x3x4x5xf16>) -> tensor<1xf16>
  %c = "nn.r"(%x) {layout.choices = [#layout.choice<(affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>) -> any>]} : (tensor<2x3x4x5xf16>) -> tensor<1xf16>
  %d = "nn.r"(%x) {layout.choices = [#layout.choice<(affine_map<(d0, d1, d2, d3) -> (d0, d3, d1, d2)>) -> any>]} : (tensor<2x3x4x5xf16>) -> tensor<1xf16>
  %e = "nn.r"(%x) {layout.choices = [#layout.choice<(row_major) -> any>, #layout.choice<(affine_map<(d0, d1, d2, d3) -> (d0, d3, d2, d1)>) -> any>, #layout.choice<(affine_map<(d0, d1, d2, d3) -> (d1, d0, d2, d3)>) -> any>]} : (tensor<2x3x4x5xf16>) -> tensor<1xf16>
  return %e : tensor<1xf16>
}

// 26 orders are candidates, and the last of them is used.
// CHECK-LABEL: func.func @many_candidates(
// CHECK-NOT: layout.reorder
func.func @many_candidates(%x: tensor<2x3x4x5x6xf16>) -> tensor<1xf32> {
  %0 = "nn.a"(%x) {layout.choices = [#layout.choice<(any) -> affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d4, d3)>>, #layout.choice<(any) -> affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d3, d2, d4)>>, #layout.choice<(any) -> affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d3, d4, d2)>>, #layout.choice<(any) -> affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d4, d2, d3)>>, #layout.choice<(any) -> affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d4, d3, d2)>>, #layout.choice<(any) -> affine_map<(d0, d1, d2, d3, d4) -> (d0, d2, d1, d3, d4)>>, #layout.choice<(any) -> affine_map<(d0, d1, d2, d3, d4) -> (d0, d2, d1, d4, d3)>>, #layout.choice<(any) -> affine_map<(d0, d1, d2, d3, d4) -> (d0, d2, d3, d1, d4)>>, #layout.choice<(any) -> affine_map<(d0, d1, d2, d3, d4) -> (d0, d2, d3, d4, d1)>>, #layout.choice<(any) -> affine_map<(d0, d1, d2, d3, d4) -> (d0, d2, d4, d1, d3)>>, #layout.choice<(any) -> affine_map<(d0, d1, d2, d3, d4) -> (d0, d2, d4, d3, d1)>>, #layout.choice<(any) -> affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d1, d2, d4)>>, #layout.choice<(any) -> affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d1, d4, d2)>>, #layout.choice<(any) -> affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d2, d1, d4)>>, #layout.choice<(any) -> affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d2, d4, d1)>>, #layout.choice<(any) -> affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d4, d1, d2)>>, #layout.choice<(any) -> affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d4, d2, d1)>>, #layout.choice<(any) -> affine_map<(d0, d1, d2, d3, d4) -> (d0, d4, d1, d2, d3)>>, #layout.choice<(any) -> affine_map<(d0, d1, d2, d3, d4) -> (d0, d4, d1, d3, d2)>>, #layout.choice<(any) -> affine_map<(d0, d1, d2, d3, d4) -> (d0, d4, d2, d1, d3)>>, #layout.choice<(any) -> affine_map<(d0, d1, d2, d3, d4) -> (d0, d4, d2, d3, d1)>>, #layout.choice<(any) -> affine_map<(d0, d1, d2, d3, d4) -> (d0, d4, d3, d1, d2)>>, #layout.choice<(any) -> affine_map<(d0, d1, d2, d3, d4) -> (d0, d4, d3, d2, d1)>>, #layout.choice<(any) -> affine_map<(d0, d1, d2, d3, d4) -> (d1, d0, d2, d3, d4)>>, #layout.choice<(any) -> affine_map<(d0, d1, d2, d3, d4) -> (d1, d0, d2, d4, d3)>>, #layout.choice<(any) -> affine_map<(d0, d1, d2, d3, d4) -> (d1, d0, d3, d2, d4)>>]} : (tensor<2x3x4x5x6xf16>) -> tensor<2x3x4x5x6xf16>
  %1 = "nn.same"(%0) {layout.choices = [#layout.choice<same>]} : (tensor<2x3x4x5x6xf16>) -> tensor<2x3x4x5x6xf16>
  %2 = "nn.same"(%1) {layout.choices = [#layout.choice<same>]} : (tensor<2x3x4x5x6xf16>) -> tensor<2x3x4x5x6xf16>
  %3 = "nn.b"(%2) {layout.choices = [#layout.choice<(affine_map<(d0, d1, d2, d3, d4) -> (d1, d0, d3, d2, d4)>) -> any>]} : (tensor<2x3x4x5x6xf16>) -> tensor<1xf32>
  return %3 : tensor<1xf32>
}

// The limit on candidates is that of a function, not that of the module.
// CHECK-LABEL: func.func @one_of_many(
// CHECK-NOT: layout.reorder
func.func @one_of_many(%x: tensor<2x3x4x5xf16>) -> tensor<1xf32> {
  %0 = "nn.a"(%x) {layout.choices = [#layout.choice<(any) -> affine_map<(d0, d1, d2, d3) -> (d0, d1, d3, d2)>>, #layout.choice<(any) -> affine_map<(d0, d1, d2, d3) -> (d0, d2, d1, d3)>>, #layout.choice<(any) -> affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>>, #layout.choice<(any) -> affine_map<(d0, d1, d2, d3) -> (d0, d3, d1, d2)>>, #layout.choice<(any) -> affine_map<(d0, d1, d2, d3) -> (d0, d3, d2, d1)>>, #layout.choice<(any) -> affine_map<(d0, d1, d2, d3) -> (d1, d0, d2, d3)>>, #layout.choice<(any) -> affine_map<(d0, d1, d2, d3) -> (d1, d0, d3, d2)>>, #layout.choice<(any) -> affine_map<(d0, d1, d2, d3) -> (d1, d2, d0, d3)>>, #layout.choice<(any) -> affine_map<(d0, d1, d2, d3) -> (d1, d2, d3, d0)>>, #layout.choice<(any) -> affine_map<(d0, d1, d2, d3) -> (d1, d3, d0, d2)>>]} : (tensor<2x3x4x5xf16>) -> tensor<2x3x4x5xf16>
  %1 = "nn.same"(%0) {layout.choices = [#layout.choice<same>]} : (tensor<2x3x4x5xf16>) -> tensor<2x3x4x5xf16>
  %2 = "nn.same"(%1) {layout.choices = [#layout.choice<same>]} : (tensor<2x3x4x5xf16>) -> tensor<2x3x4x5xf16>
  %3 = "nn.b"(%2) {layout.choices = [#layout.choice<(affine_map<(d0, d1, d2, d3) -> (d1, d3, d0, d2)>) -> any>]} : (tensor<2x3x4x5xf16>) -> tensor<1xf32>
  return %3 : tensor<1xf32>
}
