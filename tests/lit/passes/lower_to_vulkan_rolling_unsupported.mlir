// RUN: layoutc %s --passes=lower-to-vulkan --target=spec_min --emit=none --verify-diagnostics --split-input-file

layout.descriptor @ring {
  %m, %c = layout.packed [4, 8]
  %i = layout.modulo %m by 4 length 12
  %j = layout.pass_through %c
  layout.yield %i, %j
}
// expected-error @below {{`@x` has no Vulkan description: d0 wraps at 4, but target `spec_min` does not have `tensorControls`}}
// expected-note @below {{VK_ARM_tensor_controls has tensors with a rolling backing}}
layout.tensor @x : tensor<12x8xf16, {layout = @ring}>
