// RUN: layoutc %s --emit=c -o %t.h 2>&1 | FileCheck %s --check-prefix=WARNED
// RUN: FileCheck %s --input-file=%t.h

// A tensor of one element that is no whole byte has no kernel in C, whatever its rank. Two elements of 4 bits are a byte.

// WARNED: `@reorder_one_y` cannot be written as C: an element has 4 bits, which is not a number of whole bytes
// WARNED: `@reorder_square_y` cannot be written as C: an element has 1 bit, which is not a number of whole bytes
// CHECK-NOT: reorder_one
// CHECK-NOT: reorder_square
// CHECK: void reorder_two_y(
// CHECK: memcpy(d + 0, s + 0, 1);
// CHECK-NOT: memcpy
func.func @one(%x: tensor<1xi4>) -> tensor<1xi4, {order = affine_map<(d0) -> (d0)>}> {
  %y = layout.reorder %x : tensor<1xi4> -> tensor<1xi4, {order = affine_map<(d0) -> (d0)>}>
  return %y : tensor<1xi4, {order = affine_map<(d0) -> (d0)>}>
}
func.func @square(%x: tensor<1x1xi1>) -> tensor<1x1xi1, {order = affine_map<(d0, d1) -> (d1, d0)>}> {
  %y = layout.reorder %x : tensor<1x1xi1> -> tensor<1x1xi1, {order = affine_map<(d0, d1) -> (d1, d0)>}>
  return %y : tensor<1x1xi1, {order = affine_map<(d0, d1) -> (d1, d0)>}>
}
func.func @two(%x: tensor<2xi4>) -> tensor<2xi4, {order = affine_map<(d0) -> (d0)>}> {
  %y = layout.reorder %x : tensor<2xi4> -> tensor<2xi4, {order = affine_map<(d0) -> (d0)>}>
  return %y : tensor<2xi4, {order = affine_map<(d0) -> (d0)>}>
}
