// RUN: layoutc %s --emit=none --verify-diagnostics --split-input-file

layout.descriptor @d {
  %m = layout.packed [3]
  // expected-error @below {{`foo.bar` stands in a descriptor, but is no stage of one}}
  %i = "foo.bar"(%m) : (!layout.memdim<3>) -> !layout.dim<3>
  layout.yield %i
}

// -----

// expected-error @below {{a block of `layout.descriptor` is empty, but must end with a terminator}}
layout.descriptor @d {
}

// -----

// expected-error @below {{a descriptor has 2 blocks, but must have 1}}
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

// expected-error @below {{the block of a descriptor has no arguments: its dims begin with its base}}
"layout.descriptor"() ({
^entry(%m: !layout.memdim<3>):
  %i = "layout.pass_through"(%m) : (!layout.memdim<3>) -> !layout.dim<3>
  "layout.yield"(%i) : (!layout.dim<3>) -> ()
}) {sym_name = "d"} : () -> ()

// -----

// A descriptor sees no dims from outside.
layout.descriptor @d {
  %m = layout.packed [3]
  %i = layout.pass_through %m
  layout.yield %i
}
layout.descriptor @e {
  %n = layout.packed [3]
  %j = layout.pass_through %n
  // expected-error @below {{value `%i` is not defined above}}
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
// expected-error @below {{no descriptor or tensor is named `@e`}}
// expected-note @below {{did you mean `@d`?}}
layout.tensor @z : tensor<4xf32, {layout = @e}>

// -----

// expected-error @below {{no descriptor or tensor is named `@nowhere`}}
func.func @f(%x: tensor<4xf32, {layout = @nowhere}>) {
  return
}

// -----

// expected-error @below {{the layout dialect has no type `!layout.memdims`}}
// expected-note @below {{did you mean `memdim`?}}
"foo.op"() : () -> !layout.memdims<3>
// expected-error @below {{a dim has a length of 1 or more and below 2^63, not 0}}
"foo.op"() : () -> !layout.dim<0>
