// RUN: layoutc %s --passes=assign-layouts --target=npu --split-input-file | FileCheck %s --implicit-check-not=layout.reorder
// RUN: layoutc %s --passes=assign-layouts --target=npu --stats --split-input-file --emit=none 2>&1 | FileCheck %s --check-prefix=STATS

// The activation can be in a group with the op before it or with the op after it. The pass chooses by cost, and the
// values inside of the chosen group have no reorder. Here, only the second group needs none.
#hwc = affine_map<(h, w, c) -> (w, c, h)>
layout.target @npu {
  layout.group "first" [#layout.pattern<(x) {y = "t.before"(x), "t.act"(y)}>]
  layout.group "second" [#layout.pattern<(x) {y = "t.act"(x), "t.after"(y)}>]
  layout.rule "first" [#layout.choice<(CHW) -> CHW>]
  layout.rule "second" [#layout.choice<(HWC) -> HWC>]
  layout.rule "t.before" [#layout.choice<(CHW) -> HWC>]
  layout.rule "t.act" [#layout.choice<(HWC) -> HWC>]
  layout.rule "t.after" [#layout.choice<(HWC) -> HWC>]
}

// CHECK-LABEL: func.func @second
// CHECK: "t.before"(%x) : (tensor<2x4x4xf16>) -> tensor<2x4x4xf16, {order = #[[HWC:.*]]}>
// CHECK-NEXT: "t.act"({{.*}}) {layout.group = {name = "second", number = 0 : i64}} : (tensor<2x4x4xf16, {order = #[[HWC]]}>) -> tensor<2x4x4xf16>
// CHECK-NEXT: "t.after"({{.*}}) {layout.group = {name = "second", number = 0 : i64}} : (tensor<2x4x4xf16>) -> tensor<2x4x4xf16, {order = #[[HWC]]}>
func.func @second(%x: tensor<2x4x4xf16>) -> tensor<2x4x4xf16, {order = #hwc}> {
  %0 = "t.before"(%x) : (tensor<2x4x4xf16>) -> tensor<2x4x4xf16>
  %1 = "t.act"(%0) : (tensor<2x4x4xf16>) -> tensor<2x4x4xf16>
  %2 = "t.after"(%1) : (tensor<2x4x4xf16>) -> tensor<2x4x4xf16, {order = #hwc}>
  return %2 : tensor<2x4x4xf16, {order = #hwc}>
}

// -----

// With other rules, the first group is cheaper by the cost of its choice. A group covers a chain of three ops, too, which
// overlaps with both.
layout.target @npu {
  layout.group "all" [#layout.pattern<(x) {y = "t.before"(x), z = "t.act"(y), "t.after"(z)}>]
  layout.group "first" [#layout.pattern<(x) {y = "t.before"(x), "t.act"(y)}>]
  layout.group "second" [#layout.pattern<(x) {y = "t.act"(x), "t.after"(y)}>]
  layout.rule "all" [#layout.choice<(CHW) -> CHW, cost = 9>]
  layout.rule "first" [#layout.choice<(CHW) -> HWC, cost = 5>]
  layout.rule "second" [#layout.choice<(HWC) -> CHW, cost = 6>]
  layout.rule "t.before" [#layout.choice<(CHW) -> HWC>]
  layout.rule "t.act" [#layout.choice<(HWC) -> HWC>]
  layout.rule "t.after" [#layout.choice<(HWC) -> CHW>]
}

// CHECK-LABEL: func.func @first
// CHECK: "t.before"(%x) {layout.group = {name = "first", number = 0 : i64}} : (tensor<2x4x4xf16>) -> tensor<2x4x4xf16>
// CHECK-NEXT: "t.act"({{.*}}) {layout.group = {name = "first", number = 0 : i64}} : (tensor<2x4x4xf16>) -> tensor<2x4x4xf16, {order = #[[HWC:.*]]}>
// CHECK-NEXT: "t.after"({{.*}}) : (tensor<2x4x4xf16, {order = #[[HWC]]}>) -> tensor<2x4x4xf16{{.*}}>
// The statistics are those of all modules.
// STATS: {{^ *}}5 assign-layouts (1): cost (bytes)
// STATS-NEXT: {{^ *}}5 assign-layouts (1): lower bound (bytes)
func.func @first(%x: tensor<2x4x4xf16>) -> tensor<2x4x4xf16> {
  %0 = "t.before"(%x) : (tensor<2x4x4xf16>) -> tensor<2x4x4xf16>
  %1 = "t.act"(%0) : (tensor<2x4x4xf16>) -> tensor<2x4x4xf16>
  %2 = "t.after"(%1) : (tensor<2x4x4xf16>) -> tensor<2x4x4xf16>
  return %2 : tensor<2x4x4xf16>
}

// -----

// A transpose inside of a group is no view; outside, it is one.
layout.target @npu {
  layout.group "pair" [#layout.pattern<(x) {y = "onnx.Transpose"(x), "t.product"(y)}>]
  layout.rule "pair" [#layout.choice<(row_major) -> row_major>]
  layout.rule "t.product" [#layout.choice<(row_major) -> row_major>]
}

// CHECK-LABEL: func.func @views
// CHECK: "onnx.Transpose"(%x) {layout.group = {name = "pair", number = 0 : i64}, perm = [1, 0]} : (tensor<4x8xf16>) -> tensor<8x4xf16>
// CHECK-NEXT: "t.product"({{.*}}) {layout.group = {name = "pair", number = 0 : i64}} : (tensor<8x4xf16>) -> tensor<8x4xf16{{.*}}>
// CHECK-NEXT: "onnx.Transpose"(%x) {perm = [1, 0]} : (tensor<4x8xf16>) -> tensor<8x4xf16, {order = #{{.*}}}>
func.func @views(%x: tensor<4x8xf16>) -> (tensor<8x4xf16>, tensor<8x4xf16, {order = affine_map<(d0, d1) -> (d1, d0)>}>) {
  %0 = "onnx.Transpose"(%x) {perm = [1, 0]} : (tensor<4x8xf16>) -> tensor<8x4xf16>
  %1 = "t.product"(%0) : (tensor<8x4xf16>) -> tensor<8x4xf16>
  %2 = "onnx.Transpose"(%x) {perm = [1, 0]} : (tensor<4x8xf16>) -> tensor<8x4xf16, {order = affine_map<(d0, d1) -> (d1, d0)>}>
  return %1, %2 : tensor<8x4xf16>, tensor<8x4xf16, {order = affine_map<(d0, d1) -> (d1, d0)>}>
}
