// RUN: layoutc %s --passes=lower-to-vulkan --target=%S/verify_vulkan/Inputs/controls.mlir --emit=none --verify-diagnostics --split-input-file

layout.descriptor @ring {
  %m, %c = layout.packed [3, 4]
  %i = layout.pass_through %m
  %j = layout.modulo %c by 4 length 6
  layout.yield %i, %j
}
// expected-error @below {{`@inner` has no Vulkan description: the stride of the next dim outside d1 is 4 elements, but Vulkan requires at least 6, as d1 has 6 indices}}
// expected-note @below {{strides count dims in full, not their windows (VUID-VkTensorDescriptionARM-pStrides-09739); wrap the outermost dim}}
layout.tensor @inner : tensor<3x6xf16, {layout = @ring}>

// -----

layout.descriptor @many {
  %a, %b, %c, %d, %e = layout.packed [2, 2, 2, 2, 2]
  %i = layout.modulo %a by 2 length 6
  %j = layout.pass_through %b
  %k = layout.pass_through %c
  %l = layout.pass_through %d
  %m = layout.pass_through %e
  layout.yield %i, %j, %k, %l, %m
}
// expected-error @below {{it has 5 dims, but a tensor with a rolling backing has at most 4 (VUID-VkTensorCreateInfoARM-pNext-09834)}}
layout.tensor @five : tensor<6x2x2x2x2xf16, {layout = @many}>

// -----

// A rotated window is not a rolling backing, which begins at the first index.
layout.descriptor @rotated {
  %m, %c = layout.packed [4, 8]
  %r = layout.cyclic_shift %m by 1
  %i = layout.modulo %r by 4 length 12
  %j = layout.pass_through %c
  layout.yield %i, %j
}
// expected-error @below {{its layout is a descriptor, which Vulkan cannot express}}
layout.tensor @shifted : tensor<12x8xf16, {layout = @rotated}>

// -----

// A window of elements smaller than a byte is not a window of bytes.
layout.descriptor @ring {
  %c = layout.packed [8]
  %j = layout.modulo %c by 8 length 12
  layout.yield %j
}
// expected-error @below {{its innermost dim wraps at 8 of its elements, which are smaller than a byte}}
layout.tensor @x : tensor<12xi4, {layout = @ring}>
