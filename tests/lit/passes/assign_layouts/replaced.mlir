// RUN: layoutc %s --passes=assign-layouts --print-locs --verify-diagnostics | FileCheck %s
// RUN: layoutc %s --passes=optimize-reorders --print-locs --verify-diagnostics | FileCheck %s
// RUN: layoutc %s --passes=assign-layouts,resolve-strides --verify-diagnostics | FileCheck %s --check-prefix=STRIDES

#CN = affine_map<(d0, d1) -> (d1, d0)>

// A reorder with requirements is kept, and its operand satisfies them.
// CHECK-LABEL: func.func @requirements(
// CHECK: %n = layout.reorder %0 {layout.reqs = [#layout.reqs<m0: aligned<64 bytes>>, unit], my.note = 5 : i64} {{.*}} loc("a.mlir":5:6)
// STRIDES-LABEL: func.func @requirements(
// STRIDES: -> tensor<4x5xf16, {order = #NC, strides = [32, 1]}>
// STRIDES-NEXT: %n = layout.reorder
func.func @requirements(%a: tensor<4x5xf16>) -> tensor<4x5xf16, {order = #CN}> {
  %0 = "nn.a"(%a) {layout.choices = [#layout.choice<(NC) -> NC>]} : (tensor<4x5xf16>) -> tensor<4x5xf16>
  %n = layout.reorder %0 {layout.reqs = [#layout.reqs<m0: aligned<64 bytes>>, unit], my.note = 5} : tensor<4x5xf16> -> tensor<4x5xf16, {order = #CN}> loc("a.mlir":5:6)
  return %n : tensor<4x5xf16, {order = #CN}>
}

// A reorder that remains keeps its name, its attributes and its location, also if it is that of another dialect. The
// attributes that define an op of another dialect are dropped.
// CHECK-LABEL: func.func @remains(
// CHECK-NEXT: %first = layout.reorder %a {my.note = 1 : i64} : tensor<4x5xf16> -> tensor<4x5xf16, {order = #CN}> loc("b.mlir":1:2)
// CHECK-NEXT: "nn.b"(%first)
// CHECK-NEXT: "nn.b"(%first)
// CHECK-NEXT: %b = "nn.a"
// CHECK-NEXT: %last = layout.reorder %b {my.note = 2 : i64} : {{.*}} -> tensor<4x5xf16, {order = #CN}> loc("b.mlir":3:4)
// CHECK-NEXT: "nn.b"(%last)
func.func @remains(%a: tensor<4x5xf16>) {
  %first = layout.reorder %a {my.note = 1} : tensor<4x5xf16> -> tensor<4x5xf16, {order = #CN}> loc("b.mlir":1:2)
  %second = layout.reorder %a : tensor<4x5xf16> -> tensor<4x5xf16, {order = #CN}> loc("b.mlir":2:3)
  "nn.b"(%first) {layout.choices = [#layout.choice<(CN) -> ()>]} : (tensor<4x5xf16, {order = #CN}>) -> ()
  "nn.b"(%second) {layout.choices = [#layout.choice<(CN) -> ()>]} : (tensor<4x5xf16, {order = #CN}>) -> ()
  %b = "nn.a"() {layout.choices = [#layout.choice<() -> NC>]} : () -> tensor<4x5xf16>
  %last = "IE.Reorder"(%b) <{dstOrder = #CN}> {my.note = 2} : (tensor<4x5xf16>) -> tensor<4x5xf16, {order = #CN}> loc("b.mlir":3:4)
  "nn.b"(%last) {layout.choices = [#layout.choice<(CN) -> ()>]} : (tensor<4x5xf16, {order = #CN}>) -> ()
  return
}

// CHECK-LABEL: func.func @lost(
// CHECK-NOT: layout.reorder
func.func @lost(%a: tensor<4x5xf16>) {
  // expected-remark@+1 {{this reorder is removed, and its attribute `my.note` with it}}
  %0 = layout.reorder %a {my.note = 3} : tensor<4x5xf16> -> tensor<4x5xf16, {order = #CN}>
  %1 = layout.reorder %0 : tensor<4x5xf16, {order = #CN}> -> tensor<4x5xf16>
  "nn.c"(%1) {layout.choices = [#layout.choice<(NC) -> ()>]} : (tensor<4x5xf16>) -> ()
  return
}
