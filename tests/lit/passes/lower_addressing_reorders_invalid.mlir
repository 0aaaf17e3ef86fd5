// RUN: layoutc %s --passes=lower-addressing --verify-diagnostics --split-input-file --emit=none

// A reorder without a possible kernel is unchanged, and a remark states the reason.

layout.descriptor @ring {
  %m = layout.packed [5]
  %i = layout.modulo %m by 5 length 12
  layout.yield %i
}
func.func @f(%x: tensor<12xf32>, %open: tensor<2x3xf32, {order = affine_map<(d0, d1) -> (d1, d0)>}>) {
  // expected-remark @+1 {{no kernel for this `layout.reorder`: the target has a `modulo`, which has no known inverse}}
  %0 = layout.reorder %x : tensor<12xf32> -> tensor<12xf32, {layout = @ring}>
  // expected-remark @+1 {{no kernel for this `layout.reorder`: the layout of its target is unresolved}}
  %1 = layout.reorder %x : tensor<12xf32> -> tensor<12xf32>
  // expected-remark @+2 {{no kernel for this `layout.reorder`: invalid layout of its source: the strides of the type are not resolved}}
  // expected-note @+1 {{run `resolve-strides` before this pass}}
  %2 = layout.reorder %open : tensor<2x3xf32, {order = affine_map<(d0, d1) -> (d1, d0)>}> -> tensor<2x3xf32, {order = affine_map<(d0, d1) -> (d0, d1)>, strides = [3, 1]}>
  return
}
