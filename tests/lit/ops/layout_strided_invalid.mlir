// RUN: layoutc %s --emit=none --verify-diagnostics --split-input-file

layout.descriptor @d {
  // expected-error @below {{`layout.strided`: expected one stride for each length, found strides [1] for lengths [3, 4]}}
  %m, %n = layout.strided [3, 4] strides [1]
  layout.yield %m, %n
}

// -----

layout.descriptor @d {
  // expected-error @below {{expected `strides`, found `stride`}}
  %m = layout.strided [3] stride [1]
  layout.yield %m
}

// -----

// Offsets that overflow 64 bits are reported at the base, with the dim, its index and its stride.
layout.descriptor @stride {
  // expected-error @below [L0310] {{dim `%m` of `layout.strided`: m0 at index 2 with stride 4611686018427387904 reaches offset 9223372036854775808, which does not fit 64 bits}}
  // expected-note @below {{offsets are from -2^63 to 2^63 - 1}}
  %m = layout.strided [3] strides [4611686018427387904]
  %i = layout.pass_through %m
  layout.yield %i
}
layout.descriptor @offset {
  // expected-error @below [L0310] {{dim `%n` of `layout.strided`: m1 at index 3 with stride 1 after offset 9223372036854775800, with the dims before it, reaches offset 9223372036854775809, which does not fit 64 bits}}
  // expected-note @below {{offsets are from -2^63 to 2^63 - 1}}
  %m, %n = layout.strided [3, 4] strides [3, 1] offset 9223372036854775800
  %i = layout.pass_through %m
  %j = layout.pass_through %n
  layout.yield %i, %j
}
layout.descriptor @sound {
  %m, %n = layout.strided [3, 4] strides [4, 1]
  %i = layout.pass_through %m
  %j = layout.pass_through %n
  layout.yield %i, %j
}
// expected-error @below [L0308] {{m0 at index 2 with stride 4 after offset 9223372036854775800 reaches offset 9223372036854775808, which does not fit 64 bits}}
// expected-note @below {{offsets are from -2^63 to 2^63 - 1}}
layout.tensor @moved : tensor<3x4xf32, {layout = @sound, offset = 9223372036854775800}>
// expected-error @below [L0308] {{m0 at index 2 with stride 4611686018427387904 reaches offset 9223372036854775808, which does not fit 64 bits}}
// expected-note @below {{offsets are from -2^63 to 2^63 - 1}}
layout.tensor @memref : memref<3x4xf32, strided<[4611686018427387904, 1]>>

// -----

layout.descriptor @twice {
  // expected-error @below {{an axis must have one offset, but this is its second}}
  %m = layout.strided [3] strides [1@lane] offset 1@warp, 2@warp
  layout.yield %m
}

// -----

layout.descriptor @both {
  // expected-error @below {{`layout.strided`: the axis `m` must have one offset, but has 1 and 2}}
  %m = layout.strided [3] strides [1@lane] offset 1, 2@m
  %i = layout.pass_through %m
  layout.yield %i
}

// -----

layout.descriptor @open {
  // expected-error @below {{`layout.strided`: memory on the axes `lane`, `m` must have static lengths, but one is `?`}}
  %m, %n = layout.strided [?, 3] strides [1@lane, 1]
  %i = layout.merge %m, %n
  layout.yield %i
}

// -----

layout.descriptor @class {
  // expected-error @below {{`offsets` of `layout.strided` is `{warp = "x"}`, but must be a dictionary of integers such as `{warp = 5 : i64}`}}
  %m = "layout.strided"() {lengths = array<i64: 3>, strides = array<i64: 1>, offsets = {warp = "x"}} : () -> !layout.memdim<3>
  %i = layout.pass_through %m
  layout.yield %i
}
