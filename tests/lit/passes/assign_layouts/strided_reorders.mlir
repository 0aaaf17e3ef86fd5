// RUN: layoutc %s --passes=assign-layouts --stats 2>&1 | FileCheck %s

// A reorder into a type with strides is kept, and so is the type. The reorder after it is a view, because the type of the
// result leaves the strides open. The buffer has 31 bytes: 16 + 2 * 5 + 4 of the last element, and that element.
// CHECK: %[[P:.*]] = layout.reorder %p : tensor<2x3x5xi8> -> tensor<2x3x5xi8, {strides = [16, 5, 1]}>
// CHECK-NEXT: %[[V:.*]] = layout.view %[[P]] : tensor<2x3x5xi8, {strides = [16, 5, 1]}> -> tensor<2x3x5xi8>
// CHECK-NEXT: return %[[V]] : tensor<2x3x5xi8>
// CHECK: 62  assign-layouts (1): cost (bytes)
// CHECK-NEXT: 62  assign-layouts (1): lower bound (bytes)
func.func @main(%p: tensor<2x3x5xi8>) -> tensor<2x3x5xi8> {
  %0 = layout.reorder %p : tensor<2x3x5xi8> -> tensor<2x3x5xi8, {strides = [16, 5, 1]}>
  %1 = layout.reorder %0 : tensor<2x3x5xi8, {strides = [16, 5, 1]}> -> tensor<2x3x5xi8>
  return %1 : tensor<2x3x5xi8>
}
