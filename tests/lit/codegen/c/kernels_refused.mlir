// RUN: layoutc %s --emit=c | FileCheck %s
// RUN: layoutc %s --emit=c --diagnostics=short 2>&1 | FileCheck %s --check-prefix=WARNING

// A reorder without a kernel is reported with its reason; the rest is written.

// WARNING: remark[L0405]: no kernel for this `layout.reorder`: the length of d0 is dynamic, so the number of slots is unknown
// WARNING: warning[L0605]: this `layout.reorder` has no kernel, so it is not written
func.func @f(%x: tensor<?x5xi4>, %v: tensor<4x6xi4>) {
  %y = layout.reorder %x : tensor<?x5xi4> -> tensor<?x5xi4, {order = affine_map<(d0, d1) -> (d0, d1)>}>
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
