// RUN: layoutc %s --passes=lower-addressing,check-addresses --emit=none --stats 2>&1 | FileCheck %s

// A plan is proven. Of a kernel without a plan, the programs that emitters write are compared with the layouts at every
// slot: the cheapest by weight, and the cheapest by issue slots if it is another one.

// CHECK: 2 lower-addressing (1): kernels created
// CHECK: 1 lower-addressing (1): kernels with a plan
// CHECK: 1 check-addresses (2): functions checked
// CHECK: 64 check-addresses (2): indices compared
// CHECK: 1 check-addresses (2): functions proven
// CHECK: 1 check-addresses (2): plans proven
// CHECK: 1 check-addresses (2): plans compared slot by slot

layout.descriptor @swizzle {
  %m, %n = layout.packed [8, 8]
  %i, %j = layout.xor %m, %n
  layout.yield %i, %j
}
func.func @f(%x: tensor<8x8xf16>) -> tensor<8x8xf16, {layout = @swizzle}> {
  %y = layout.reorder %x : tensor<8x8xf16> -> tensor<8x8xf16, {layout = @swizzle}>
  %z = layout.reorder %x : tensor<8x8xf16> -> tensor<8x8xf16, {order = affine_map<(d0, d1) -> (d1, d0)>, strides = [1, 8]}>
  return %y : tensor<8x8xf16, {layout = @swizzle}>
}
