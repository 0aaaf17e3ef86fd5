// RUN: layoutc %s --passes=lower-addressing | FileCheck %s
// RUN: layoutc %s --passes=lower-addressing,lower-addressing,check-addresses | FileCheck %s
// RUN: layoutc %s --passes=lower-addressing,simplify-index,check-addresses --emit=none
// RUN: layoutc %s --passes=lower-addressing --emit=generic | layoutc --passes=check-addresses | FileCheck %s

// Rows of 5 elements have a stride of 8 in the target. The function computes the source slot, and its validity.
// CHECK: layout.reorder %x {layout.kernel = @reorder_rows_y} : tensor<3x5xi8> ->
func.func @rows(%x: tensor<3x5xi8>) {
  %y = layout.reorder %x : tensor<3x5xi8> -> tensor<3x5xi8, {order = affine_map<(d0, d1) -> (d0, d1)>, reqs = #layout.reqs<m0: aligned<8 elems>>, strides = [8, 1]}>
  return
}

// A subview of a larger tensor, through any views, does not write the slots between its own.
!p = tensor<2x3xi8, {order = affine_map<(d0, d1) -> (d0, d1)>, strides = [7, 1]}>
!q = tensor<2x4xi8, {order = affine_map<(d0, d1) -> (d0, d1)>, strides = [7, 1], offset = 3}>
!pt = tensor<3x2xi8, {order = affine_map<(d0, d1) -> (d1, d0)>, strides = [1, 7]}>
!qt = tensor<4x2xi8, {order = affine_map<(d0, d1) -> (d1, d0)>, strides = [1, 7], offset = 3}>
!r = tensor<7x2xi8, {order = affine_map<(d0, d1) -> (d1, d0)>, strides = [1, 7]}>
func.func @joined(%a: tensor<2x3xi8>, %b: tensor<4x2xi8>) {
  // CHECK: layout.reorder %a {layout.kernel = @reorder_joined_p}
  %p = layout.reorder %a : tensor<2x3xi8> -> !p
  %t = "onnx.Transpose"(%p) {perm = [1, 0]} : (!p) -> !pt
  %q = layout.reorder %b : tensor<4x2xi8> -> !qt
  %r = "onnx.Concat"(%t, %q) {axis = 0 : si64} : (!pt, !qt) -> !r
  return
}
// A tensor with subviews is written as a whole.
func.func @split(%a: tensor<2x7xi8>) {
  %w = layout.reorder %a : tensor<2x7xi8> -> tensor<2x7xi8, {order = affine_map<(d0, d1) -> (d0, d1)>, strides = [7, 1]}>
  %p, %q = "onnx.SplitV11"(%w) {axis = 1 : si64, split = [3, 4]} : (tensor<2x7xi8, {order = affine_map<(d0, d1) -> (d0, d1)>, strides = [7, 1]}>) -> (!p, !q)
  return
}

// An existing kernel is preserved; a generated name avoids existing symbols.
// CHECK: func.func @reorder_twice_1(
func.func @reorder_twice_1(%x: f32) -> f32 {
  return %x : f32
}
func.func @twice(%x: tensor<2x3xi8>) {
  // CHECK: layout.reorder %x {layout.kernel = @reorder_twice_1_1}
  %1 = layout.reorder %x : tensor<2x3xi8> -> tensor<2x3xi8, {order = affine_map<(d0, d1) -> (d1, d0)>, strides = [1, 2]}>
  return
}

// The kernels are at the end. They set storage padding to zero, and do not write the slots of others.
// CHECK: layout.kernel @reorder_rows_y {fills_padding, plan = {digits = [array<i64: 3, 5, 8>, array<i64: 8, 1, 1>],
// CHECK-SAME: : (tensor<3x5xi8>) -> tensor<3x5xi8, {
// CHECK: layout.kernel @reorder_joined_p {plan = {
// CHECK: layout.kernel @reorder_joined_q {plan = {
// CHECK: layout.kernel @reorder_split_w {fills_padding, plan = {
// CHECK: layout.kernel @reorder_twice_1_1 {fills_padding, plan = {
