// RUN: layoutc %s | FileCheck %s
// RUN: layoutc %s --emit=generic | layoutc | FileCheck %s
// RUN: layoutc %s --emit=generic | FileCheck %s --check-prefix=GENERIC

#CN = affine_map<(d0, d1) -> (d1, d0)>

// CHECK: %y = layout.reorder %x : tensor<4x6xf32> -> tensor<4x6xf32, {order = #CN}>
// CHECK-NEXT: %z = layout.reorder %y {my.key = 1 : i32} : tensor<4x6xf32, {order = #CN}> -> tensor<4x6xf32>
// GENERIC: %y = "layout.reorder"(%x) : (tensor<4x6xf32>) -> tensor<4x6xf32, {order = #CN}>
func.func @f(%x: tensor<4x6xf32>) {
  %y = layout.reorder %x : tensor<4x6xf32> -> tensor<4x6xf32, {order = #CN}>
  %z = layout.reorder %y {my.key = 1 : i32} : tensor<4x6xf32, {order = #CN}> -> tensor<4x6xf32>
  return
}
