// RUN: layoutc %s --passes=assign-layouts --target=npu | FileCheck %s
// RUN: layoutc %s --passes=assign-layouts,assign-layouts --target=npu | FileCheck %s

layout.target @npu {
  layout.rule "t.conv" [#layout.choice<(NHWC) -> NHWC>]
  layout.rule "t.plain" [#layout.choice<(NCHW) -> NCHW>]
  layout.rule "t.read" [#layout.choice<same>]
  layout.rule "t.write" [#layout.choice<same>]
}

// A state that two functions share has one layout in both: the one of the larger function. The reorder is inserted
// where the tensor is small.
// CHECK-LABEL: func.func @step
// CHECK-NOT: layout.reorder
// CHECK: "t.read"() {layout.state = "cell"} : () -> tensor<1x8x4x4xf16, {order = #NHWC}>
// CHECK-NOT: layout.reorder
// CHECK: "t.write"({{.*}}) {layout.state = "cell"} : (tensor<1x8x4x4xf16, {order = #NHWC}>) -> ()
// CHECK-NOT: layout.reorder
func.func @step() {
  %0 = "t.read"() {layout.state = "cell"} : () -> tensor<1x8x4x4xf16>
  %1 = "t.conv"(%0) : (tensor<1x8x4x4xf16>) -> tensor<1x8x4x4xf16>
  %2 = "t.conv"(%1) : (tensor<1x8x4x4xf16>) -> tensor<1x8x4x4xf16>
  "t.write"(%2) {layout.state = "cell"} : (tensor<1x8x4x4xf16>) -> ()
  return
}

// CHECK-LABEL: func.func @reset
// CHECK-NEXT: %[[X:.+]] = layout.reorder %x
// CHECK-NEXT: "t.write"(%[[X]]) {layout.state = "cell"} : (tensor<1x8x4x4xf16, {order = #NHWC}>) -> ()
func.func @reset(%x: tensor<1x8x4x4xf16>) {
  "t.write"(%x) {layout.state = "cell"} : (tensor<1x8x4x4xf16>) -> ()
  return
}

// Another name is another state, and so is a state of another module.
// CHECK-LABEL: func.func @other
// CHECK: "t.write"(%x) {layout.state = "other"} : (tensor<1x8x4x4xf16>) -> ()
func.func @other(%x: tensor<1x8x4x4xf16>) -> tensor<1x8x4x4xf16> {
  "t.write"(%x) {layout.state = "other"} : (tensor<1x8x4x4xf16>) -> ()
  %0 = "t.read"() {layout.state = "other"} : () -> tensor<1x8x4x4xf16>
  return %0 : tensor<1x8x4x4xf16>
}

module @inner {
  // CHECK-LABEL: func.func @apart
  // CHECK: "t.write"(%x) {layout.state = "cell"} : (tensor<1x8x4x4xf16>) -> ()
  func.func @apart(%x: tensor<1x8x4x4xf16>) -> tensor<1x8x4x4xf16> {
    "t.write"(%x) {layout.state = "cell"} : (tensor<1x8x4x4xf16>) -> ()
    %0 = "t.read"() {layout.state = "cell"} : () -> tensor<1x8x4x4xf16>
    return %0 : tensor<1x8x4x4xf16>
  }
}
