// RUN: layoutc %s --passes=assign-layouts | FileCheck %s
// RUN: layoutc %s --passes=optimize-reorders | FileCheck %s
// RUN: layoutc %s --passes=assign-layouts,resolve-strides,canonicalize-layouts,lower-addressing | FileCheck %s

// A type with an encoding of another dialect is preserved, next to types with assigned layouts.
// CHECK-LABEL: func.func @kept
// CHECK-SAME: (%x: tensor<4x5xf32, #{{.+}}>, %y: tensor<4x5xf32>) -> tensor<4x5xf32, [1, 5]>
// CHECK-NEXT: "test.op"(%x, %y) : (tensor<4x5xf32, #{{.+}}>, tensor<4x5xf32>) -> tensor<4x5xf32, #my.enc<a>>
// CHECK-NEXT: "test.op"(%0) : (tensor<4x5xf32, #my.enc<a>>) -> tensor<4x5xf32, [1, 5]>
// CHECK-NEXT: return %1 : tensor<4x5xf32, [1, 5]>
#t = affine_map<(d0, d1) -> (d1, d0)>
func.func @kept(%x: tensor<4x5xf32, #t>, %y: tensor<4x5xf32>) -> tensor<4x5xf32, [1, 5]> {
  %0 = "test.op"(%x, %y) : (tensor<4x5xf32, #t>, tensor<4x5xf32>) -> tensor<4x5xf32, #my.enc<a>>
  %1 = "test.op"(%0) : (tensor<4x5xf32, #my.enc<a>>) -> tensor<4x5xf32, [1, 5]>
  return %1 : tensor<4x5xf32, [1, 5]>
}

// An op that accepts any layouts also accepts a tensor without one; its other values are assigned independently.
// CHECK-LABEL: func.func @mixed
// CHECK: "test.op"(%x, %y) {{.*}} : (tensor<4x5xf32, #my.enc<a>>, tensor<4x5xf32>) -> tensor<4x5xf32>
func.func @mixed(%x: tensor<4x5xf32, #my.enc<a>>, %y: tensor<4x5xf32>) -> tensor<4x5xf32> {
  %0 = "test.op"(%x, %y) {layout.choices = [#layout.choice<same>]} : (tensor<4x5xf32, #my.enc<a>>, tensor<4x5xf32>) -> tensor<4x5xf32>
  return %0 : tensor<4x5xf32>
}

// The sharing between such a tensor and its view is unknown here.
// CHECK-LABEL: func.func @view
// CHECK-NEXT: "onnx.Transpose"(%x) {perm = [1, 0]} : (tensor<4x5xf32, [1, 5]>) -> tensor<5x4xf32, #my.enc>
func.func @view(%x: tensor<4x5xf32, [1, 5]>) -> tensor<5x4xf32, #my.enc> {
  %0 = "onnx.Transpose"(%x) {perm = [1, 0]} : (tensor<4x5xf32, [1, 5]>) -> tensor<5x4xf32, #my.enc>
  return %0 : tensor<5x4xf32, #my.enc>
}
