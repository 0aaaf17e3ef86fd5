// RUN: layoutc %s --emit=vk-c --verify-diagnostics --split-input-file

layout.descriptor @d symbols [s0] where affine_set<()[s0] : (64 - s0 >= 0)> {
  %m, %n = layout.packed [4, s0]
  %i = layout.cyclic_shift %n by 1
  %j = layout.pass_through %m
  layout.yield %i, %j
}
// expected-error @below {{`@x` cannot be described in C: its offset `s0*d1+(d0+1) mod s0` is no sum of strides}}
layout.tensor @x : tensor<?x4xf16, {layout = @d}>

// -----

// Which dim is the outer one depends on the symbols.
layout.descriptor @d symbols [s0, s1] where affine_set<()[s0, s1] : (64 - s0 >= 0, 64 - s1 >= 0)> {
  %m, %n = layout.strided [4, 4] strides [s0, s1]
  %i = layout.pass_through %m
  %j = layout.pass_through %n
  layout.yield %i, %j
}
// expected-error @below {{neither d1 nor d0 is the outer dim for all values of its symbols: their strides are `s1` and `s0`}}
layout.tensor @x : tensor<4x4xf16, {layout = @d}>

// -----

layout.descriptor @d symbols [s0] where affine_set<()[s0] : (64 - s0 >= 0)> {
  %m, %n = layout.packed [s0, 4]
  %i = layout.pad %m low 1 high 0
  %j = layout.pass_through %n
  layout.yield %i, %j
}
// expected-error @below {{`@x` cannot be described in C: its layout has indices without an element}}
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
