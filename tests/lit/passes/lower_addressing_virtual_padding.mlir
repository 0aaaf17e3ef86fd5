// RUN: layoutc %s --passes=resolve-strides,lower-addressing --verify-diagnostics -o %t
// RUN: FileCheck %s < %t

// A kernel without a plan sets slots without an element to zero, as virtual padding of the source is, or keeps all of
// them. It cannot distinguish virtual padding from gaps that belong to others.

layout.descriptor @halo {
  %m, %n = layout.packed [8, 4]
  %i, %j = layout.xor %m, %n
  %k = layout.pad %i low 1 high 2
  %l = layout.pass_through %j
  layout.yield %k, %l
}

// CHECK: layout.kernel @reorder_packed_y {fills_padding} : (tensor<11x4xf32, {layout = @halo}>) -> tensor<11x4xf32,
func.func @packed(%x: tensor<11x4xf32, {layout = @halo}>) {
  %y = layout.reorder %x : tensor<11x4xf32, {layout = @halo}> -> tensor<11x4xf32, {order = #layout.order<NC>}>
  return
}

// CHECK-NOT: layout.kernel
func.func @gaps(%x: tensor<11x4xf32, {layout = @halo}>) {
  // expected-remark@+1 [L0405] {{no kernel for this `layout.reorder`: a kernel without a plan cannot set virtual padding of the source to zero in a target whose gaps it must not write}}
  %y = layout.reorder %x : tensor<11x4xf32, {layout = @halo}> -> tensor<11x4xf32, {order = #layout.order<NC>, strides = [6, 1]}>
  return
}
