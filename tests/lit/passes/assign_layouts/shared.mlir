// RUN: layoutc %s --passes=assign-layouts | FileCheck %s
// RUN: layoutc %s --passes=assign-layouts,assign-layouts | FileCheck %s

#NHWC = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>

// A loop that yields its argument unchanged carries one layout: all four types are equal. One reorder serves both
// users.
// CHECK-LABEL: func.func @handed_on
// CHECK-NEXT: %[[X:.+]] = layout.reorder %x
// CHECK: scf.for {{.+}} = %n to %n step %n iter_args(%v = %[[X]]) -> (tensor<1x8x2x2xf16, {order = #NHWC}>) {
// CHECK-NOT: layout.reorder
// CHECK: scf.yield %v : tensor<1x8x2x2xf16, {order = #NHWC}>
// CHECK-NEXT: }
func.func @handed_on(%x: tensor<1x8x2x2xf16>, %n: index) -> tensor<1x8x2x2xf16> {
  %0 = "t.conv"(%x) {layout.choices = [#layout.choice<(NHWC) -> NCHW>]} : (tensor<1x8x2x2xf16>) -> tensor<1x8x2x2xf16>
  %1 = "scf.for"(%n, %n, %n, %x) ({
  ^bb0(%i: index, %v: tensor<1x8x2x2xf16>):
    %2 = "t.conv"(%v) {layout.choices = [#layout.choice<(NHWC) -> any>]} : (tensor<1x8x2x2xf16>) -> tensor<1x8x2x2xf16>
    "scf.yield"(%v) : (tensor<1x8x2x2xf16>) -> ()
  }) : (index, index, index, tensor<1x8x2x2xf16>) -> tensor<1x8x2x2xf16>
  return %0 : tensor<1x8x2x2xf16>
}

// With 4 channels chw4 equals NHWC, so that the halves are reordered before the concat, where each reorder is small. The
// value has two places in the concat, so each half is a reorder of its own.
// CHECK-LABEL: func.func @vectors
// CHECK-NEXT: layout.reorder %x : tensor<1x4x2x3xf16> -> tensor<1x4x2x3xf16, {order = #NHWC}>
// CHECK-NEXT: layout.reorder %x : tensor<1x4x2x3xf16> -> tensor<1x4x2x3xf16, {order = #NHWC}>
// CHECK-NEXT: "onnx.Concat"
// CHECK-NOT: layout.reorder
// CHECK: return
func.func @vectors(%x: tensor<1x4x2x3xf16>) {
  %0 = "onnx.Concat"(%x, %x) {axis = 3 : si64} : (tensor<1x4x2x3xf16>, tensor<1x4x2x3xf16>) -> tensor<1x4x2x6xf16>
  "t.conv"(%0) {layout.choices = [#layout.choice<(chw4) -> ()>]} : (tensor<1x4x2x6xf16>) -> ()
  return
}

// With one image, the position of the batch dim is free; the user with two images decides it.
// CHECK-LABEL: func.func @two_images
// CHECK-NOT: layout.reorder
// CHECK: "t.tile"(%{{.+}}) {{.*}} : (tensor<1x4x2x3xf16, {order = {{.+}}}>) -> tensor<2x4x2x3xf16, {order = affine_map<(d0, d1, d2, d3) -> (d1, d0, d3, d2)>}>
// CHECK-NOT: layout.reorder
// CHECK: return
func.func @two_images() {
  %0 = "t.make"() {layout.choices = [#layout.choice<() -> affine_map<(d0, d1, d2, d3) -> (d1, d3, d2, d0)>>]} : () -> tensor<1x4x2x3xf16>
  %1 = "t.tile"(%0) {layout.choices = [#layout.choice<same>]} : (tensor<1x4x2x3xf16>) -> tensor<2x4x2x3xf16>
  %2, %3 = "onnx.SplitV11"(%1) {axis = 2 : si64} : (tensor<2x4x2x3xf16>) -> (tensor<2x4x1x3xf16>, tensor<2x4x1x3xf16>)
  "t.conv"(%2) {layout.choices = [#layout.choice<(affine_map<(d0, d1, d2, d3) -> (d1, d2, d0, d3)>) -> ()>]} : (tensor<2x4x1x3xf16>) -> ()
  return
}

// One tensor with much padding is converted to three with less, through the dense layout, which has no other user.
// CHECK-LABEL: func.func @by_way
// CHECK: %[[D:.+]] = layout.reorder %0 : tensor<1x1x4x4xf16, {format = #layout.format<chw32>}> -> tensor<1x1x4x4xf16, {order = {{.+}}}>
// CHECK-NEXT: layout.reorder %[[D]]
// CHECK-NEXT: layout.reorder %[[D]]
// CHECK-NOT: layout.reorder
// CHECK: return
func.func @by_way() {
  %0 = "t.make"() {layout.choices = [#layout.choice<() -> chw32>]} : () -> tensor<1x1x4x4xf16>
  "t.conv"(%0) {layout.choices = [#layout.choice<(chw16) -> ()>]} : (tensor<1x1x4x4xf16>) -> ()
  "t.conv"(%0) {layout.choices = [#layout.choice<(hwc8) -> ()>]} : (tensor<1x1x4x4xf16>) -> ()
  return
}

// Two reshapes are views in several orders each. In one common order both are views, so one reorder serves them,
// although neither requires it.
// CHECK-LABEL: func.func @reshapes
// CHECK-NEXT: layout.reorder %x : {{.*}} -> tensor<2x2x2x3xf16, {order = affine_map<(d0, d1, d2, d3) -> (d1, d2, d3, d0)>}>
// CHECK-NOT: layout.reorder
// CHECK: return
func.func @reshapes(%x: tensor<2x2x2x3xf16, {order = affine_map<(d0, d1, d2, d3) -> (d1, d0, d3, d2)>}>) {
  %s = "onnx.Constant"() {value = dense<[2, 12]> : tensor<2xi64>} : () -> tensor<2xi64>
  %0 = "onnx.Reshape"(%x, %s) : (tensor<2x2x2x3xf16, {order = affine_map<(d0, d1, d2, d3) -> (d1, d0, d3, d2)>}>, tensor<2xi64>) -> tensor<2x12xf16>
  %1 = "onnx.Transpose"(%x) {perm = [1, 3, 0, 2]} : (tensor<2x2x2x3xf16, {order = affine_map<(d0, d1, d2, d3) -> (d1, d0, d3, d2)>}>) -> tensor<2x3x2x2xf16>
  %t = "onnx.Constant"() {value = dense<[2, 6, 2]> : tensor<3xi64>} : () -> tensor<3xi64>
  %2 = "onnx.Reshape"(%1, %t) : (tensor<2x3x2x2xf16>, tensor<3xi64>) -> tensor<2x6x2xf16>
  return
}
