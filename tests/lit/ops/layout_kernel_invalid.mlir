// RUN: layoutc %s --verify-diagnostics --split-input-file --emit=none

// A number of the plan is edited: the stride of a digit in the source, and in the target.
// expected-error @below [L0406] {{the plan is not the copy between the types of its kernel: the source is not the sum of the digits}}
// expected-note @below {{`lower-addressing` writes the plan of a kernel}}
layout.kernel @copy {plan = {digits = [array<i64: 3, 2, 2>, array<i64: 2, 3, 1>], dims = [array<i64: 0>, array<i64: 0>], offsets = array<i64: 0, 0>, parts = [array<i64: 1, 1, 3>, array<i64: 0, 1, 2>]}} : (tensor<2x3xf16>) -> tensor<2x3xf16, {order = affine_map<(d0, d1) -> (d1, d0)>, strides = [1, 2]}>

// -----

// expected-error @below [L0406] {{the plan is not the copy between the types of its kernel: the target is not the sum of the digits}}
// expected-note @below {{`lower-addressing` writes the plan of a kernel}}
layout.kernel @copy {plan = {digits = [array<i64: 3, 1, 2>, array<i64: 2, 3, 3>], dims = [array<i64: 0>, array<i64: 0>], offsets = array<i64: 0, 0>, parts = [array<i64: 1, 1, 3>, array<i64: 0, 1, 2>]}} : (tensor<2x3xf16>) -> tensor<2x3xf16, {order = affine_map<(d0, d1) -> (d1, d0)>, strides = [1, 2]}>

// -----

// The weight of a part.
// expected-error @below [L0406] {{the plan is not the copy between the types of its kernel: the digits of d0 are not a mixed-radix number}}
// expected-note @below {{`lower-addressing` writes the plan of a kernel}}
layout.kernel @copy {plan = {digits = [array<i64: 3, 1, 2>, array<i64: 2, 3, 1>], dims = [array<i64: 0>, array<i64: 0>], offsets = array<i64: 0, 0>, parts = [array<i64: 1, 1, 3>, array<i64: 0, 2, 2>]}} : (tensor<2x3xf16>) -> tensor<2x3xf16, {order = affine_map<(d0, d1) -> (d1, d0)>, strides = [1, 2]}>

// -----

// A type is edited: its strides, its order, its length, its element type.
// expected-error @below [L0406] {{the plan is not the copy between the types of its kernel: the target is not the sum of the digits}}
// expected-note @below {{`lower-addressing` writes the plan of a kernel}}
layout.kernel @copy {plan = {digits = [array<i64: 3, 1, 2>, array<i64: 2, 3, 1>], dims = [array<i64: 0>, array<i64: 0>], offsets = array<i64: 0, 0>, parts = [array<i64: 1, 1, 3>, array<i64: 0, 1, 2>]}} : (tensor<2x3xf16>) -> tensor<2x3xf16, {order = affine_map<(d0, d1) -> (d1, d0)>, strides = [1, 3]}>

// -----

// expected-error @below [L0406] {{the plan is not the copy between the types of its kernel: the target is not the sum of the digits}}
// expected-note @below {{`lower-addressing` writes the plan of a kernel}}
layout.kernel @copy {plan = {digits = [array<i64: 3, 1, 2>, array<i64: 2, 3, 1>], dims = [array<i64: 0>, array<i64: 0>], offsets = array<i64: 0, 0>, parts = [array<i64: 1, 1, 3>, array<i64: 0, 1, 2>]}} : (tensor<2x3xf16>) -> tensor<2x3xf16, {order = affine_map<(d0, d1) -> (d0, d1)>, strides = [3, 1]}>

// -----

// expected-error @below [L0406] {{the plan is not the copy between the types of its kernel: the positions of d1 with an element differ from the layouts}}
// expected-note @below {{`lower-addressing` writes the plan of a kernel}}
layout.kernel @copy {plan = {digits = [array<i64: 3, 1, 2>, array<i64: 2, 3, 1>], dims = [array<i64: 0>, array<i64: 0>], offsets = array<i64: 0, 0>, parts = [array<i64: 1, 1, 3>, array<i64: 0, 1, 2>]}} : (tensor<2x4xf16>) -> tensor<2x4xf16, {order = affine_map<(d0, d1) -> (d1, d0)>, strides = [1, 2]}>

// -----

// expected-error @below [L0302] {{`layout.kernel` must keep the element type, but its source has `i16` and its target `f16`}}
layout.kernel @copy {plan = {digits = [array<i64: 3, 1, 2>, array<i64: 2, 3, 1>], dims = [array<i64: 0>, array<i64: 0>], offsets = array<i64: 0, 0>, parts = [array<i64: 1, 1, 3>, array<i64: 0, 1, 2>]}} : (tensor<2x3xi16>) -> tensor<2x3xf16, {order = affine_map<(d0, d1) -> (d1, d0)>, strides = [1, 2]}>

// -----

// expected-error @below [L0406] {{the plan is not the copy between the types of its kernel: the source and the target have different shapes}}
layout.kernel @copy {plan = {digits = [array<i64: 3, 1, 2>, array<i64: 2, 3, 1>], dims = [array<i64: 0>, array<i64: 0>], offsets = array<i64: 0, 0>, parts = [array<i64: 1, 1, 3>, array<i64: 0, 1, 2>]}} : (tensor<2x4xf16>) -> tensor<2x3xf16, {order = affine_map<(d0, d1) -> (d1, d0)>, strides = [1, 2]}>

// -----

// expected-error @below [L0302] {{source and target of `layout.kernel` must be ranked tensors, but are `f16` and `f16`}}
layout.kernel @copy : (f16) -> f16

// -----

// expected-error @below [L0302] {{the type of `layout.kernel` must be a function from one tensor to one tensor}}
layout.kernel @copy : f16

// -----

// A plan has all keys, and no others.
// expected-error @below [L0303] {{`digits` of `plan` is missing or invalid}}
layout.kernel @copy {plan = {dims = [], offsets = array<i64: 0, 0>, parts = []}} : (tensor<2x3xf16>) -> tensor<2x3xf16, {order = affine_map<(d0, d1) -> (d1, d0)>, strides = [1, 2]}>

// -----

// expected-error @below [L0209] {{unknown key `run` in `plan` of a kernel}}
layout.kernel @copy {plan = {digits = [array<i64: 3, 1, 2>, array<i64: 2, 3, 1>], dims = [array<i64: 0>, array<i64: 0>], offsets = array<i64: 0, 0>, parts = [array<i64: 1, 1, 3>, array<i64: 0, 1, 2>], run = 0 : i64}} : (tensor<2x3xf16>) -> tensor<2x3xf16, {order = affine_map<(d0, d1) -> (d1, d0)>, strides = [1, 2]}>

// -----

// expected-error @below [L0303] {{`plan` of a kernel must be a dictionary}}
layout.kernel @copy {plan = 1 : i64} : (tensor<2xf16>) -> tensor<2xf16>

// -----

// A kernel without a plan has a map from slots to slots.
// expected-error @below [L0405] {{the target has a `modulo`, which has no known inverse}}
layout.kernel @copy : (tensor<12xf32>) -> tensor<12xf32, {layout = @ring}>
layout.descriptor @ring {
  %m = layout.packed [5]
  %i = layout.modulo %m by 5 length 12
  layout.yield %i
}

// -----

// A kernel has no body.
// expected-error @below {{`layout.kernel` must have 0 regions, but has 1}}
"layout.kernel"() ({
  "test.op"() : () -> ()
}) {sym_name = "copy", type = (tensor<2xf16>) -> tensor<2xf16>} : () -> ()

// -----

// The types of a reorder are those of its kernel.
func.func @f(%x: tensor<2x3xf16>) {
  // expected-error @below [L0302] {{the result is `tensor<2x3xf16, {order = affine_map<(d0, d1) -> (d1, d0)>, strides = [1, 3]}>`, but its kernel `@copy` copies `tensor<2x3xf16, {order = affine_map<(d0, d1) -> (d1, d0)>, strides = [1, 2]}>`}}
  %y = layout.reorder %x {layout.kernel = @copy} : tensor<2x3xf16> -> tensor<2x3xf16, {order = affine_map<(d0, d1) -> (d1, d0)>, strides = [1, 3]}>
  return
}
layout.kernel @copy {plan = {digits = [array<i64: 3, 1, 2>, array<i64: 2, 3, 1>], dims = [array<i64: 0>, array<i64: 0>], offsets = array<i64: 0, 0>, parts = [array<i64: 1, 1, 3>, array<i64: 0, 1, 2>]}} : (tensor<2x3xf16>) -> tensor<2x3xf16, {order = affine_map<(d0, d1) -> (d1, d0)>, strides = [1, 2]}>

// -----

func.func @f(%x: tensor<2x3xf32>) {
  // expected-error @below [L0302] {{the operand is `tensor<2x3xf32>`, but its kernel `@copy` copies `tensor<2x3xf16>`}}
  %y = layout.reorder %x {layout.kernel = @copy} : tensor<2x3xf32> -> tensor<2x3xf32, {order = affine_map<(d0, d1) -> (d1, d0)>, strides = [1, 2]}>
  return
}
layout.kernel @copy {plan = {digits = [array<i64: 3, 1, 2>, array<i64: 2, 3, 1>], dims = [array<i64: 0>, array<i64: 0>], offsets = array<i64: 0, 0>, parts = [array<i64: 1, 1, 3>, array<i64: 0, 1, 2>]}} : (tensor<2x3xf16>) -> tensor<2x3xf16, {order = affine_map<(d0, d1) -> (d1, d0)>, strides = [1, 2]}>

// -----

func.func @f(%x: tensor<2x3xf16>) {
  // expected-error @below [L0206] {{unknown kernel `@copy` of this `layout.reorder`}}
  %y = layout.reorder %x {layout.kernel = @copy} : tensor<2x3xf16> -> tensor<2x3xf16, {order = affine_map<(d0, d1) -> (d1, d0)>, strides = [1, 2]}>
  return
}


// -----

func.func @f(%x: tensor<2x3xf16>) {
  // expected-error @below [L0206] {{the kernel of this `layout.reorder` must be a `layout.kernel`, but `@copy` is a `func.func`}}
  %y = layout.reorder %x {layout.kernel = @copy} : tensor<2x3xf16> -> tensor<2x3xf16, {order = affine_map<(d0, d1) -> (d1, d0)>, strides = [1, 2]}>
  return
}
func.func private @copy()

// -----

// The gaps of plain strides may belong to other tensors.
func.func @f(%x: tensor<2x3xf16>) {
  // expected-error @below [L0406] {{`@copy` sets the padding of its target to zero, but the gaps of plain strides may belong to other tensors}}
  %y = layout.reorder %x {layout.kernel = @copy} : tensor<2x3xf16> -> tensor<2x3xf16, {order = affine_map<(d0, d1) -> (d0, d1)>, strides = [4, 1]}>
  return
}
layout.kernel @copy {fills_padding} : (tensor<2x3xf16>) -> tensor<2x3xf16, {order = affine_map<(d0, d1) -> (d0, d1)>, strides = [4, 1]}>

// -----

// A function does not have a plan.
// expected-error @below [L0209] {{unknown attribute `layout.plan`}}
func.func private @copy(%slot: i32) -> i32 attributes {layout.plan = {}} {
  return %slot : i32
}

// -----

module {
module @inner {
  // expected-error @below {{`layout.kernel` must be in the body of the outermost module, where its symbol is}}
  layout.kernel @copy : (tensor<2xf16>) -> tensor<2xf16>
}
}
