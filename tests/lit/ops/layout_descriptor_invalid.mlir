// RUN: layoutc %s --emit=none --verify-diagnostics --split-input-file

layout.descriptor @d {
  %m = layout.packed [3]
  // expected-error @below {{expected a base, transforms and `layout.yield` in a descriptor, found `foo.bar`}}
  %i = "foo.bar"(%m) : (!layout.memdim<3>) -> !layout.dim<3>
  layout.yield %i
}

// -----

// expected-error @below {{a block of `layout.descriptor` must end with a terminator, but is empty}}
layout.descriptor @d {
}

// -----

// expected-error @below {{a descriptor must have exactly one block, but has 2}}
"layout.descriptor"() ({
  %m = layout.packed [3]
  %i = layout.pass_through %m
  layout.yield %i
^second:
  %n = layout.packed [3]
  %j = layout.pass_through %n
  layout.yield %j
}) {sym_name = "d"} : () -> ()

// -----

// expected-error @below {{the block of a descriptor must have no arguments: its base defines the first dims}}
"layout.descriptor"() ({
^entry(%m: !layout.memdim<3>):
  %i = "layout.pass_through"(%m) : (!layout.memdim<3>) -> !layout.dim<3>
  "layout.yield"(%i) : (!layout.dim<3>) -> ()
}) {sym_name = "d"} : () -> ()

// -----

// A descriptor cannot use dims from outside its region.
layout.descriptor @d {
  %m = layout.packed [3]
  %i = layout.pass_through %m
  layout.yield %i
}
layout.descriptor @e {
  %n = layout.packed [3]
  %j = layout.pass_through %n
  // expected-error @below {{value `%i` is not defined before its use}}
  // expected-note @below {{did you mean `%j`?}}
  layout.yield %i
}

// -----

layout.descriptor @d {
  %m = layout.packed [4]
  %i = layout.pass_through %m
  layout.yield %i
}
// expected-error @below {{the tensor has lengths [5], but its layout `@d` has [4]}}
layout.tensor @x : tensor<5xf32, {layout = @d}>
// expected-error @below {{the tensor has lengths [4, 1], but its layout `@d` has [4]}}
layout.tensor @y : tensor<4x1xf32, {layout = @d}>
// expected-error @below {{unknown symbol `@e`; expected a descriptor or a tensor}}
// expected-note @below {{did you mean `@d`?}}
layout.tensor @z : tensor<4xf32, {layout = @e}>

// -----

// expected-error @below {{unknown symbol `@nowhere`; expected a descriptor or a tensor}}
func.func @f(%x: tensor<4xf32, {layout = @nowhere}>) {
  return
}

// -----

// expected-error @below {{unknown type `!layout.memdims`}}
// expected-note @below {{did you mean `memdim`?}}
"foo.op"() : () -> !layout.memdims<3>
// expected-error @below {{dim length must be at least 1 and less than 2^63, but is 0}}
"foo.op"() : () -> !layout.dim<0>

// -----

// All errors are reported in one execution, once each. A layout derived from an invalid one has no additional error.
layout.descriptor @moved {
  // expected-error @below {{dim `%m` of `layout.packed`: the index that reaches m0 of memory is 2 at d0 = 1, but must be within 0 to 1}}
  %m, %n = layout.packed [2, 6]
  %i = layout.offset %m by 1
  %j = layout.pass_through %n
  layout.yield %i, %j
}
layout.descriptor @cut {
  %m = layout.packed [6]
  // expected-error @below {{`layout.slice` of `%m`: `slice` from 2 to 9 is outside a dim of length 6}}
  %i = layout.slice %m from 2 to 9
  layout.yield %i
}
layout.tensor @a : tensor<2x6xf32, {layout = @moved}>
// expected-error @below {{unknown symbol `@bat`; expected a descriptor or a tensor}}
layout.tensor @b : tensor<2x6xf32, {layout = @bat}>
// expected-error @below {{format `hwc8` does not support f32}}
// expected-error @below {{format `hwc8` requires at least 3 dims, but the tensor has 2}}
layout.tensor @c : tensor<4x6xf32, {format = #layout.format<hwc8>}>
layout.descriptor @from_a_fault {
  %m, %n = layout.from @c
  %i = layout.pass_through %m
  %j = layout.pass_through %n
  layout.yield %i, %j
}
// expected-error @below {{`offset` must be an integer of 0 or more}}
layout.tensor @d : tensor<6xf32, {layout = @cut, offset = -1}>
// Unknown types of dims are not reported at their uses.
layout.descriptor @typed_uses {
  // expected-error @below {{`layout.packed` defines 1 dim, but has 2 results}}
  %m, %n = layout.packed [6]
  %i = "layout.pass_through"(%m) : (!layout.memdim<6>) -> !layout.dim<6>
  "layout.yield"(%i, %n) : (!layout.dim<6>, !layout.memdim<6>) -> ()
}
