// RUN: layoutc %s --passes=optimize-reorders --target=npu | FileCheck %s
// RUN: layoutc %s --passes=optimize-reorders,optimize-reorders --target=npu | FileCheck %s

#NHWC = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>

layout.target @npu {
  layout.rule "onnx.Conv" [#layout.choice<(NHWC, any...) -> NHWC>]
  layout.rule "onnx.Relu" [#layout.choice<same>]
}

// A reorder and its inverse cancel.
// CHECK-LABEL: func.func @cancelled
// CHECK-NEXT: %[[R:.+]] = "onnx.Relu"(%x) : (tensor<1x8x4x4xf16>) -> tensor<1x8x4x4xf16>
// CHECK-NEXT: return %[[R]]
func.func @cancelled(%x: tensor<1x8x4x4xf16>) -> tensor<1x8x4x4xf16> {
  %0 = layout.reorder %x : tensor<1x8x4x4xf16> -> tensor<1x8x4x4xf16, {order = #NHWC}>
  %1 = "onnx.Relu"(%0) : (tensor<1x8x4x4xf16, {order = #NHWC}>) -> tensor<1x8x4x4xf16, {order = #NHWC}>
  %2 = layout.reorder %1 : tensor<1x8x4x4xf16, {order = #NHWC}> -> tensor<1x8x4x4xf16>
  return %2 : tensor<1x8x4x4xf16>
}

// Two consecutive reorders are folded, and hoisted to where the tensor is small: before the op that widens it.
// CHECK-LABEL: func.func @narrow
// CHECK-NEXT: layout.reorder %x : tensor<1x8x4x4xi8>
// CHECK-NEXT: "test.convert"
// CHECK-NOT: layout.reorder
// CHECK: return
func.func @narrow(%x: tensor<1x8x4x4xi8>) -> tensor<1x8x4x4xf32, {order = #NHWC}> {
  %0 = "test.convert"(%x) {layout.choices = [#layout.choice<same>]} : (tensor<1x8x4x4xi8>) -> tensor<1x8x4x4xf32>
  %1 = layout.reorder %0 : tensor<1x8x4x4xf32> -> tensor<1x8x4x4xf32, {order = affine_map<(d0, d1, d2, d3) -> (d0, d3, d2, d1)>}>
  %2 = layout.reorder %1 : tensor<1x8x4x4xf32, {order = affine_map<(d0, d1, d2, d3) -> (d0, d3, d2, d1)>}> -> tensor<1x8x4x4xf32, {order = #NHWC}>
  return %2 : tensor<1x8x4x4xf32, {order = #NHWC}>
}

// An op without a rule keeps its layouts.
// CHECK-LABEL: func.func @kept
// CHECK-NEXT: %[[R:.+]] = layout.reorder %x
// CHECK-NEXT: "test.op"(%[[R]]) : (tensor<1x8x4x4xf16, {order =
func.func @kept(%x: tensor<1x8x4x4xf16>) {
  %0 = layout.reorder %x : tensor<1x8x4x4xf16> -> tensor<1x8x4x4xf16, {order = #NHWC}>
  "test.op"(%0) : (tensor<1x8x4x4xf16, {order = #NHWC}>) -> ()
  return
}

// A transpose of a reordered tensor is a view of the tensor itself.
// CHECK-LABEL: func.func @folded
// CHECK-NEXT: %[[R:.+]] = "onnx.Transpose"(%x) {perm = [0, 2, 3, 1]} : (tensor<1x8x4x4xf16>) -> tensor<1x4x4x8xf16, {order = #NWCH}>
// CHECK-NEXT: return %[[R]]
func.func @folded(%x: tensor<1x8x4x4xf16>) -> tensor<1x4x4x8xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d3, d1, d2)>}> {
  %0 = layout.reorder %x : tensor<1x8x4x4xf16> -> tensor<1x8x4x4xf16, {order = #NHWC}>
  %1 = "onnx.Transpose"(%0) {perm = [0, 2, 3, 1]} : (tensor<1x8x4x4xf16, {order = #NHWC}>) -> tensor<1x4x4x8xf16>
  %2 = layout.reorder %1 : tensor<1x4x4x8xf16> -> tensor<1x4x4x8xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d3, d1, d2)>}>
  return %2 : tensor<1x4x4x8xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d3, d1, d2)>}>
}

// A reorder between two spellings of one layout moves no data. The types of signatures are preserved, so a view remains
// between them.
// CHECK-LABEL: func.func @spelled
// CHECK-SAME: -> tensor<4x6xf16, {order = #NC}>
// CHECK-NEXT: %[[R:.+]] = "test.op"(%x) : (tensor<4x6xf16>) -> tensor<4x6xf16>
// CHECK-NEXT: %[[V:.+]] = layout.view %[[R]] : tensor<4x6xf16> -> tensor<4x6xf16, {order = #NC}>
// CHECK-NEXT: return %[[V]]
func.func @spelled(%x: tensor<4x6xf16>) -> tensor<4x6xf16, {order = #layout.order<NC>}> {
  %0 = "test.op"(%x) : (tensor<4x6xf16>) -> tensor<4x6xf16>
  %1 = layout.reorder %0 : tensor<4x6xf16> -> tensor<4x6xf16, {order = #layout.order<NC>}>
  return %1 : tensor<4x6xf16, {order = #layout.order<NC>}>
}

// CHECK-LABEL: func.func @spelled_argument
// CHECK-NEXT: %[[V:.+]] = layout.view %x : tensor<4x6xf16> -> tensor<4x6xf16, {order = #NC}>
// CHECK-NEXT: return %[[V]]
func.func @spelled_argument(%x: tensor<4x6xf16>) -> tensor<4x6xf16, {order = #layout.order<NC>}> {
  %0 = layout.reorder %x : tensor<4x6xf16> -> tensor<4x6xf16, {order = #layout.order<NC>}>
  return %0 : tensor<4x6xf16, {order = #layout.order<NC>}>
}

// CHECK-LABEL: func.func @spelled_call
// CHECK-NEXT: %[[V:.+]] = layout.view %x : tensor<4x6xf16, {order = #NC}> -> tensor<4x6xf16>
// CHECK-NEXT: %[[C:.+]] = call @spelled(%[[V]])
// CHECK-NEXT: %[[W:.+]] = layout.view %[[C]] : tensor<4x6xf16, {order = #NC}> -> tensor<4x6xf16>
// CHECK-NEXT: %[[A:.+]] = "onnx.Add"(%[[W]], %[[W]]) : (tensor<4x6xf16>, tensor<4x6xf16>) -> tensor<4x6xf16>
// CHECK-NEXT: return %[[A]]
func.func @spelled_call(%x: tensor<4x6xf16, {order = #layout.order<NC>}>) -> tensor<4x6xf16> {
  %0 = layout.reorder %x : tensor<4x6xf16, {order = #layout.order<NC>}> -> tensor<4x6xf16>
  %1 = "func.call"(%0) {callee = @spelled} : (tensor<4x6xf16>) -> tensor<4x6xf16, {order = #layout.order<NC>}>
  %2 = layout.reorder %1 : tensor<4x6xf16, {order = #layout.order<NC>}> -> tensor<4x6xf16>
  %3 = "onnx.Add"(%2, %2) : (tensor<4x6xf16>, tensor<4x6xf16>) -> tensor<4x6xf16>
  return %3 : tensor<4x6xf16>
}

// CHECK-LABEL: func.func @spelled_branch
// CHECK-NEXT: %[[V:.+]] = layout.view %y : tensor<4x6xf16, {order = #NC}> -> tensor<4x6xf16>
// CHECK-NEXT: cf.cond_br %c, ^bb1(%x : {{.+}}), ^bb1(%[[V]] : 
func.func @spelled_branch(%c: i1, %x: tensor<4x6xf16>, %y: tensor<4x6xf16, {order = #layout.order<NC>}>) -> tensor<4x6xf16> {
  %0 = layout.reorder %y : tensor<4x6xf16, {order = #layout.order<NC>}> -> tensor<4x6xf16>
  "cf.cond_br"(%c, %x, %0) [^bb1, ^bb1] {operandSegmentSizes = array<i32: 1, 1, 1>} : (i1, tensor<4x6xf16>, tensor<4x6xf16>) -> ()
^bb1(%z: tensor<4x6xf16>):
  return %z : tensor<4x6xf16>
}
