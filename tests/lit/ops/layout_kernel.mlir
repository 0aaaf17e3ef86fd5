// RUN: layoutc %s | FileCheck %s
// RUN: layoutc %s | layoutc - | FileCheck %s
// RUN: layoutc %s --emit=generic | FileCheck %s --check-prefix=GENERIC
// RUN: layoutc %s --emit=generic | layoutc - | FileCheck %s
// RUN: layoutc %s --passes=resolve-strides,lower-addressing,check-addresses --emit=none

// A kernel names the two layouts and the plan of the copy. Reorders with types of equal layouts refer to it.

#CN = affine_map<(d0, d1) -> (d1, d0)>
!y = tensor<2x3xf16, {order = #CN, strides = [1, 2]}>
func.func @f(%x: tensor<2x3xf16>, %z: tensor<2x3xi16>) {
  // CHECK: layout.reorder %x {layout.kernel = @copy} : tensor<2x3xf16> -> !y
  %y = layout.reorder %x {layout.kernel = @copy} : tensor<2x3xf16> -> !y
  %w = layout.reorder %z {layout.kernel = @copy} : tensor<2x3xi16> -> tensor<2x3xi16, {order = #CN}>
  return
}
// CHECK: layout.kernel @copy {plan = {digits = [array<i64: 3, 1, 2>, array<i64: 2, 3, 1>], dims = [array<i64: 0>, array<i64: 0>], exchange = "registers", loops = array<i64: 0, 1, 0, 1, 1, 0>, method = "tile", offsets = array<i64: 0, 0>, parts = [array<i64: 1, 1, 3>, array<i64: 0, 1, 2>], tile = array<i64: 0, 1, 8>}} : (tensor<2x3xf16>) -> !y
// GENERIC: "layout.kernel"() {plan = {{.*}}, sym_name = "copy", type = (tensor<2x3xf16>) -> !y} : () -> ()
layout.kernel @copy {plan = {digits = [array<i64: 3, 1, 2>, array<i64: 2, 3, 1>], dims = [array<i64: 0>, array<i64: 0>], exchange = "registers", loops = array<i64: 0, 1, 0, 1, 1, 0>, method = "tile", offsets = array<i64: 0, 0>, parts = [array<i64: 1, 1, 3>, array<i64: 0, 1, 2>], tile = array<i64: 0, 1, 8>}} : (tensor<2x3xf16>) -> !y

// A kernel without a plan copies slot by slot. It may set its padding to zero.
// CHECK: layout.kernel @swizzled {fills_padding} : (tensor<4x4xf16>) -> tensor<4x4xf16, {layout = @swizzle}>
layout.descriptor @swizzle {
  %m, %n = layout.packed [4, 4]
  %i, %j = layout.xor %m, %n
  layout.yield %i, %j
}
layout.kernel @swizzled {fills_padding} : (tensor<4x4xf16>) -> tensor<4x4xf16, {layout = @swizzle}>
