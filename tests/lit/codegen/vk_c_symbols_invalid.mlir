// RUN: layoutc %s --emit=vk-c --verify-diagnostics --split-input-file

layout.descriptor @d symbols [s0] where affine_set<()[s0] : (64 - s0 >= 0)> {
  %m, %n = layout.packed [s0, 4]
  %i = layout.pass_through %m
  %j = layout.pass_through %n
  layout.yield %i, %j
}
// expected-error @below {{`@x` cannot be described in C: its layout is a descriptor with symbols, which strides cannot describe}}
layout.tensor @x : tensor<?x4xf16, {layout = @d}>

// -----

// expected-error @below {{`@x` cannot be described in C: its elements must be whole bytes}}
layout.tensor @x : tensor<?x4xi4, {lengths = affine_map<()[s0] -> (s0, 4)>, where = affine_set<()[s0] : (64 - s0 >= 0)>}>

// -----

// expected-error @below {{`@x` cannot be described in C: a tensor with symbols must have the tiling LINEAR}}
layout.tensor @x : tensor<?x4xi8, {lengths = affine_map<()[s0] -> (s0, 4)>, where = affine_set<()[s0] : (64 - s0 >= 0)>}> {tiling = "OPTIMAL"}

// -----

// Without a bound, the bytes do not fit.
// expected-error @below {{`@x` cannot be described in C: an intermediate value of `s0*s1*4` is not shown to fit 63 bits}}
layout.tensor @x : tensor<2x?x?xf32, {lengths = affine_map<()[s0, s1] -> (2, s0, s1)>}>
