// RUN: not layoutc %s --passes= --emit=c -o %t 2>&1 | FileCheck %s
// RUN: not layoutc %s --passes= --emit=spirv -o %t 2>&1 | FileCheck %s
// RUN: not layoutc %s --passes= --emit=spirv-asm -o %t 2>&1 | FileCheck %s
// RUN: not layoutc %s --passes= --emit=spirv-json -o %t 2>&1 | FileCheck %s
// RUN: not layoutc %s --passes= --emit=mlir -o %t 2>&1 | FileCheck %s
// RUN: not layoutc %s --passes= --emit=generic -o %t 2>&1 | FileCheck %s
// RUN: not layoutc %s --passes= --emit=glsl -o %t 2>&1 | FileCheck %s
// RUN: not layoutc %s --passes= --emit=dot -o %t 2>&1 | FileCheck %s
// RUN: not layoutc %s --passes= --emit=vk-json -o %t 2>&1 | FileCheck %s
// RUN: not layoutc %s --passes= --emit=none -o %t 2>&1 | FileCheck %s
// RUN: not layoutc %s --passes=check-addresses 2>&1 | FileCheck %s
// RUN: not layoutc %s --passes=resolve-strides,lower-addressing,simplify-index 2>&1 | FileCheck %s
// RUN: not layoutc %s --passes=cse 2>&1 | FileCheck %s

// The type of a reorder with a kernel is edited. No emitter writes the kernel.

// CHECK: [[# @LINE + 5]]:{{[0-9]+}}: error[L0302]: the result is `tensor<1x8x4x4xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>, strides = [256, 1, 64, 16]}>`, but its kernel `@reorder_k_0` copies `tensor<1x8x4x4xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>, strides = [128, 1, 32, 8]}>`

#NHWC = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>
module {
  func.func @k(%x: tensor<1x8x4x4xf16>) -> tensor<1x8x4x4xf16, {order = #NHWC, strides = [256, 1, 64, 16]}> {
    %0 = layout.reorder %x {layout.kernel = @reorder_k_0} : tensor<1x8x4x4xf16> -> tensor<1x8x4x4xf16, {order = #NHWC, strides = [256, 1, 64, 16]}>
    return %0 : tensor<1x8x4x4xf16, {order = #NHWC, strides = [256, 1, 64, 16]}>
  }
  layout.kernel @reorder_k_0 {fills_padding, plan = {digits = [array<i64: 16, 1, 8>, array<i64: 8, 16, 1>], dims = [array<i64: 0>, array<i64: 0>, array<i64: 0>, array<i64: 0>], exchange = "registers", loops = array<i64: 0, 1, 0, 1, 1, 0>, method = "tile", offsets = array<i64: 0, 0>, parts = [array<i64: 2, 1, 4, 3, 1, 4>, array<i64: 1, 1, 8>], tile = array<i64: 0, 1, 8>}} : (tensor<1x8x4x4xf16>) -> tensor<1x8x4x4xf16, {order = #NHWC, strides = [128, 1, 32, 8]}>
}
