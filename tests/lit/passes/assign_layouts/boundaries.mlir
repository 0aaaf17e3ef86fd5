// RUN: layoutc %s --passes=assign-layouts --target=npu --stats 2>&1 | FileCheck %s
// RUN: layoutc %s --passes=assign-layouts --target=npu | layoutc - --passes=assign-layouts --target=npu | FileCheck %s --check-prefix=TWICE
// RUN: layoutc %s --passes=optimize-reorders --target=npu | FileCheck %s --check-prefix=TWICE
// RUN: layoutc %s --passes=assign-layouts,resolve-strides --target=npu --emit=none

layout.target @npu {
  layout.rule "t.conv" [#layout.choice<(NHWC) -> NHWC>]
  layout.rule "t.weighted" [#layout.choice<(NHWC, NHWC) -> NHWC>]
  layout.rule "t.sink" [#layout.choice<(NHWC) -> ()>]
}

// The boundary is free, also for a weight. Arguments and results without the attribute keep their types.
// CHECK: #NHWC = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>
// CHECK-LABEL: func.func @any(
// CHECK-SAME: %x: tensor<1x8x4x4xf16, {order = #NHWC}> {layout.any},
// CHECK-SAME: %w: tensor<8x8x1x1xf16, {order = #NHWC}> {layout.any, layout.constant},
// CHECK-SAME: %y: tensor<1x8x4x4xf16>) ->
// CHECK-SAME: (tensor<1x8x4x4xf16, {order = #NHWC}> {layout.any}, tensor<1x8x4x4xf16>)
// CHECK-NOT: layout.reorder
// CHECK: return
// TWICE-LABEL: func.func @any(
// TWICE-NOT: layout.reorder
// TWICE: return
func.func @any(%x: tensor<1x8x4x4xf16> {layout.any}, %w: tensor<8x8x1x1xf16> {layout.any, layout.constant}, %y: tensor<1x8x4x4xf16>) -> (tensor<1x8x4x4xf16> {layout.any}, tensor<1x8x4x4xf16>) {
  %0 = "t.weighted"(%x, %w) : (tensor<1x8x4x4xf16>, tensor<8x8x1x1xf16>) -> tensor<1x8x4x4xf16>
  return %0, %y : tensor<1x8x4x4xf16>, tensor<1x8x4x4xf16>
}

// A layout that a free boundary states is not required.
// CHECK-LABEL: func.func @stated(
// CHECK-SAME: %x: tensor<1x8x4x4xf16, {order = #NHWC}> {layout.any}) -> (tensor<1x8x4x4xf16, {order = #NHWC}> {layout.any})
// CHECK-NEXT: "t.conv"(%x)
// CHECK-NEXT: return
// TWICE-LABEL: func.func @stated(
// TWICE-NOT: layout.reorder
// TWICE: return
func.func @stated(%x: tensor<1x8x4x4xf16, {order = #layout.order<NWHC>}> {layout.any}) -> (tensor<1x8x4x4xf16, {order = #layout.order<NWHC>}> {layout.any}) {
  %0 = "t.conv"(%x) : (tensor<1x8x4x4xf16, {order = #layout.order<NWHC>}>) -> tensor<1x8x4x4xf16>
  %1 = layout.reorder %0 : tensor<1x8x4x4xf16> -> tensor<1x8x4x4xf16, {order = #layout.order<NWHC>}>
  return %1 : tensor<1x8x4x4xf16, {order = #layout.order<NWHC>}>
}

// All returns of a function have one layout: here the one of the larger cost.
// CHECK-LABEL: func.func @returns(
// CHECK: %[[N:.+]] = layout.reorder %y : tensor<1x8x4x4xf16> -> tensor<1x8x4x4xf16, {order = #NHWC}>
// CHECK: %[[R:.+]] = "t.conv"(%x)
// CHECK-NEXT: return %[[R]] : tensor<1x8x4x4xf16, {order = #NHWC}>
// CHECK: return %[[N]] : tensor<1x8x4x4xf16, {order = #NHWC}>
func.func @returns(%x: tensor<1x8x4x4xf16> {layout.any}, %y: tensor<1x8x4x4xf16>, %c: i1) -> (tensor<1x8x4x4xf16> {layout.any}) {
  cf.cond_br %c, ^a, ^b
^a:
  %0 = "t.conv"(%x) : (tensor<1x8x4x4xf16>) -> tensor<1x8x4x4xf16>
  return %0 : tensor<1x8x4x4xf16>
^b:
  "t.sink"(%y) : (tensor<1x8x4x4xf16>) -> ()
  return %y : tensor<1x8x4x4xf16>
}

// The types at calls are updated, those of a declaration too if it has the attribute.
// CHECK-LABEL: func.func private @declared(tensor<1x8x4x4xf16, {order = #NHWC}> {layout.any}) -> tensor<1x8x4x4xf16>
func.func private @declared(tensor<1x8x4x4xf16> {layout.any}) -> tensor<1x8x4x4xf16>
// CHECK-LABEL: func.func private @kept(tensor<1x8x4x4xf16>)
func.func private @kept(tensor<1x8x4x4xf16>)

// CHECK-LABEL: func.func @calls(
// CHECK-SAME: %x: tensor<1x8x4x4xf16, {order = #NHWC}> {layout.any}, %y: tensor<1x8x4x4xf16>
// CHECK-NEXT: %[[A:.+]]:2 = call @any(%x, %w, %y) : (tensor<1x8x4x4xf16, {order = #NHWC}>, tensor<8x8x1x1xf16, {order = #NHWC}>, tensor<1x8x4x4xf16>) -> (tensor<1x8x4x4xf16, {order = #NHWC}>, tensor<1x8x4x4xf16>)
// CHECK-NEXT: call @declared(%[[A]]#0) : (tensor<1x8x4x4xf16, {order = #NHWC}>) -> tensor<1x8x4x4xf16>
// CHECK-NEXT: call @kept(%y)
func.func @calls(%x: tensor<1x8x4x4xf16> {layout.any}, %y: tensor<1x8x4x4xf16>, %w: tensor<8x8x1x1xf16> {layout.constant, layout.any}) -> tensor<1x8x4x4xf16> {
  %0:2 = call @any(%x, %w, %y) : (tensor<1x8x4x4xf16>, tensor<8x8x1x1xf16>, tensor<1x8x4x4xf16>) -> (tensor<1x8x4x4xf16>, tensor<1x8x4x4xf16>)
  %1 = call @declared(%0#0) : (tensor<1x8x4x4xf16>) -> tensor<1x8x4x4xf16>
  call @kept(%y) : (tensor<1x8x4x4xf16>) -> ()
  return %1 : tensor<1x8x4x4xf16>
}

// The reorder in `@returns`: 512 bytes.
// CHECK: 512  assign-layouts (1): cost (bytes)
// CHECK-NEXT: 512  assign-layouts (1): lower bound (bytes)
// CHECK-NEXT: 0  assign-layouts (1): gap (bytes)
