// RUN: layoutc %s --emit=c | FileCheck %s
// RUN: layoutc %s --emit=c --diagnostics=short 2>&1 | FileCheck %s --check-prefix=WARNING

// A reorder that C cannot express is refused with its reason; the rest is written.

// WARNING: warning[L0605]: `@reorder_f_y` cannot be written as C: an element has 4 bits, which is not a number of whole bytes
func.func @f(%x: tensor<4x6xi4>, %v: tensor<4x6xi4>) {
  %y = layout.reorder %x : tensor<4x6xi4> -> tensor<4x6xi4, {order = affine_map<(d0, d1) -> (d1, d0)>}>
  // CHECK: LAYOUTC_KERNEL void reorder_f_z(
  %z = layout.reorder %v : tensor<4x6xi4> -> tensor<4x6xi4, {order = affine_map<(d0, d1) -> (d0, d1)>, reqs = #layout.reqs<m0: aligned<8 elems>>}>
  return
}

// A layout with a swizzle is not a sum of digits, and is copied slot by slot.
// CHECK: LAYOUTC_FN uint32_t reorder_swizzled_y_source(uint32_t slot)
// CHECK: LAYOUTC_KERNEL void reorder_swizzled_y(
// CHECK: const uint32_t from = reorder_swizzled_y_source((uint32_t)slot);
layout.descriptor @swizzle {
  %m, %n = layout.packed [8, 8]
  %i, %j = layout.xor %m, %n
  layout.yield %i, %j
}
func.func @swizzled(%x: tensor<8x8xf16>) -> tensor<8x8xf16, {layout = @swizzle}> {
  %y = layout.reorder %x : tensor<8x8xf16> -> tensor<8x8xf16, {layout = @swizzle}>
  return %y : tensor<8x8xf16, {layout = @swizzle}>
}
