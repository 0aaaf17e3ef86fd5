// RUN: layoutc %s --emit=none --verify-diagnostics --split-input-file

// expected-error @below {{the type of `layout.tensor` must be a ranked tensor or memref, but is `vector<4xf32>`}}
layout.tensor @x : vector<4xf32>

// -----

// expected-error @below [L0312] {{the least value of result 1 is -3, but must be at least 0}}
// expected-note @below {{result 1 of the map is `d1 - d0`}}
layout.tensor @x : memref<4x5xf32, affine_map<(d0, d1) -> (d0, d1 - d0)>>

// -----

// expected-error @below [L0312] {{the layout of the memref must be an affine map, `strided<...>` or a dictionary}}
// expected-note @below {{the layout is an attribute of another dialect, which layoutc cannot read}}
layout.tensor @x : memref<4x5xf32, #other.layout<1>, 3>

// -----

// expected-error @below {{`strides` has 1 entry, but the tensor has 2 dims}}
layout.tensor @x : memref<4x5xf32, {strides = [1]}, @DDR>
// expected-error @below {{unknown symbol `@missing`; expected a descriptor or a tensor}}
layout.tensor @y : memref<4x5xf32, {layout = @missing}, @DDR>

// -----

// expected-error @below {{unknown value "LINEER" for `tiling` of `layout.tensor`}}
layout.tensor @x {tiling = "LINEER"} : tensor<4xf32>

// -----

// expected-error @below {{unknown value "SHADOW" for `usage` of `layout.tensor`}}
layout.tensor @x {usage = ["SHADOW"]} : tensor<4xf32>

// -----

// expected-error @below {{`usage` must be a list of strings}}
layout.tensor @x {usage = [1 : i32]} : tensor<4xf32>

// -----

// expected-error @below {{`layout.tensor` requires attribute `type`, a type}}
"layout.tensor"() {sym_name = "x"} : () -> ()

// -----

// expected-note @below {{the first definition is here}}
layout.tensor @x : tensor<4xf32>
// expected-error @below {{symbol `@x` is defined twice}}
layout.tensor @x : tensor<5xf32>

// -----

// Types that cannot be stored are rejected here, with or without an encoding.
// expected-error @below [L0308] {{the length of dim d0 must be at least 1, but is 0}}
layout.tensor @a : tensor<0x3xf32>
// expected-error @below [L0308] {{the length of dim d1 must be at least 1, but is 0}}
layout.tensor @b : tensor<3x0xf32, {order = #layout.order<CN>}>
// expected-error @below [L0308] {{the length of dim d0 must be at least 1, but is 0}}
layout.tensor @c : tensor<0x3xf32, {order = #layout.order<CN>, strides = [1, 1]}>
// expected-error @below [L0308] {{the length of dim d0 must be at least 1, but is 0}}
layout.tensor @d : tensor<0x3x4x5xf32, {format = #layout.format<linear>}>
// expected-error @below [L0308] {{the width of the element type must be 1 to 64 bits, but is 65 bits}}
layout.tensor @e : tensor<4xi65>
// expected-error @below [L0308] {{the width of the element type must be 1 to 64 bits, but is 128 bits}}
layout.tensor @f : tensor<4xi128, {strides = [1]}>
// expected-error @below [L0308] {{the width of the element type must be 1 to 64 bits, but is unknown}}
layout.tensor @g : tensor<4xcomplex<f32>>
// expected-error @below [L0308] {{the logical shape must have less than 2^63 elements, but has 4294967296 x 2147483648}}
layout.tensor @h : tensor<4294967296x2147483648xi8>
// expected-error @below [L0308] {{the logical shape must have less than 2^63 elements, but has 4294967296 x 2147483648}}
layout.tensor @i : tensor<4294967296x?x2147483648xi8, {order = #layout.order<CHW>}>
// expected-error @below [L0308] {{the logical shape must have less than 2^63 elements, but has 4294967296 x 2147483648}}
layout.tensor @j : memref<4294967296x2147483648xi8>
// Other ops preserve them.
func.func @carried(%a: tensor<0x3xf32>, %b: tensor<4xi7>, %c: tensor<4xcomplex<f32>>,
                   %d: tensor<4294967296x2147483648xi8>, %e: tensor<2xi7, {order = affine_map<(d0) -> (d0)>}>) {
  return
}

// -----

// A map of another rank: the label marks the first wrong result, if there is one.
// expected-error @below [L0307] {{`order` is not a permutation: result 2 of the order repeats d1, which is already result 1}}
// expected-note @below {{write an index map that is not a permutation as a descriptor: `layout = @d`}}
layout.tensor @more : tensor<2x3xf32, {order = affine_map<(d0, d1) -> (d0, d1, d1)>}>
// expected-error @below [L0307] {{`order` is not a permutation: result 1 of the order is `d1 floordiv 2`, which is not a dim}}
// expected-note @below {{write an index map that is not a permutation as a descriptor: `layout = @d`}}
layout.tensor @split : tensor<2x4xf32, {order = affine_map<(d0, d1) -> (d0, d1 floordiv 2, d1 mod 2)>}>
// expected-error @below [L0307] {{`order` is not a permutation: the map has 1 result for 2 dims; expected one result for each dim}}
// expected-note @below {{write an index map that is not a permutation as a descriptor: `layout = @d`}}
layout.tensor @fewer : tensor<2x3xf32, {order = affine_map<(d0, d1) -> (d1)>}>
// expected-error @below [L0307] {{`order` has 3 dims, but the tensor has 2}}
// expected-note @below {{write an index map that is not a permutation as a descriptor: `layout = @d`}}
layout.tensor @rank : tensor<2x3xf32, {order = affine_map<(d0, d1, d2) -> (d0, d2, d1)>}>

// -----

// A cycle of layouts is rejected, with and without a descriptor of the same name.
// expected-error @below [L0310] {{`@x` is built on itself: `@x` on `@x`}}
layout.tensor @x : tensor<6x5xf32, {layout = @x}>

// -----

layout.tensor @a : tensor<6x5xf32, {layout = @b}>
// expected-error @below [L0310] {{`@b` is built on itself: `@b` on `@a` on `@b`}}
layout.tensor @b : tensor<6x5xf32, {layout = @a}>
