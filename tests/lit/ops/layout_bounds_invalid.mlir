// RUN: layoutc %s --emit=none --verify-diagnostics --split-input-file

// expected-error @below [L0306] {{`bounds` has 1 entry, but the tensor has 2 dims}}
layout.tensor @x : tensor<?x4xf16, {bounds = [3]}>

// -----

// expected-error @below [L0306] {{the bound of d1 must be its static length 4, but is 5}}
// expected-note @below {{did you mean `4`?}}
layout.tensor @x : tensor<?x4xf16, {bounds = [3, 5]}>

// -----

// expected-error @below [L0306] {{the bound of d0 must be at least 1, but is 0}}
// expected-note @below {{-9223372036854775808 is the entry of a dynamic dim without a bound}}
layout.tensor @x : tensor<?x4xf16, {bounds = [0, 4]}>

// -----

// expected-error @below [L0306] {{the bound of d0 must be at least 1, but is -1}}
// expected-note @below {{-9223372036854775808 is the entry of a dynamic dim without a bound}}
layout.tensor @x : tensor<?x4xf16, {bounds = array<i64: -1, 4>}>

// -----

// expected-error @below [L0306] {{`bounds` must be a list of integers, an upper bound for each logical dim}}
layout.tensor @x : tensor<?x4xf16, {bounds = @x}>

// -----

// expected-error @below [L0306] {{`bounds` must be a list of integers, an upper bound for each logical dim}}
layout.tensor @x : tensor<?x4xf16, {bounds = [3, "a"]}>

// -----

// expected-error @below [L0306] {{unknown key `bound` in the encoding of a tensor}}
// expected-note @below {{did you mean `bounds`?}}
layout.tensor @x : tensor<?x4xf16, {bound = [3, 4]}>

// -----

func.func @inner() {
  // expected-error @below [L0306] {{the bound of d0 must be at least 1, but is 0}}
  // expected-note @below {{-9223372036854775808 is the entry of a dynamic dim without a bound}}
  %x = "my.op"() : () -> tensor<?x4xf16, {bounds = [0, 4]}>
  return
}

// -----

// expected-error @below [L0308] {{the logical shape must have less than 2^63 elements, but has 4611686018427387904 x 4}}
layout.tensor @x : tensor<?x4xf16, {bounds = [4611686018427387904, 4]}>

// -----

// The rules of a format for dynamic lengths hold for those with a bound.
// expected-error @below [L0309] {{the length of C (d1) must be static in format `chw4`, but is dynamic}}
// expected-note @below {{format `chw4` of i8 requires a static length of C}}
layout.tensor @x : tensor<?x?x4x4xi8, {format = #layout.format<chw4>, bounds = [2, 4, 4, 4]}>

// -----

// expected-error @below [L0309] {{the length of d0 must be static on a DLA, but is dynamic}}
// expected-note @below {{a DLA supports static lengths only}}
layout.tensor @x : tensor<?x3x4x4xi8, {format = #layout.format<dla_hwc4, orin>, bounds = [2, 3, 4, 4]}>

// -----

// expected-error @below [L0308] {{the tensor has lengths [5, 12], but its layout `@view` has [4, 12]}}
layout.tensor @x : tensor<?x12xf16, {bounds = [5, 12], layout = @view}>
layout.descriptor @view {
  %m:2 = layout.packed [4, 12]
  %a = layout.pass_through %m#0
  %b = layout.pass_through %m#1
  layout.yield %a, %b
}

// -----

func.func @f(%x: tensor<?x4xf32, {bounds = [3, 4]}>) {
  // expected-error @below [L0302] {{`layout.reorder` must keep the bounds, but d0 of its operand has bound 3 and of its result has bound 5}}
  %0 = layout.reorder %x : tensor<?x4xf32, {bounds = [3, 4]}> -> tensor<?x4xf32, {bounds = [5, 4]}>
  return
}

// -----

func.func @f(%x: tensor<?x4xf32, {bounds = [3, 4]}>) {
  // expected-error @below [L0302] {{`layout.reorder` must keep the bounds, but d0 of its operand has bound 3 and of its result has no bound}}
  %0 = layout.reorder %x : tensor<?x4xf32, {bounds = [3, 4]}> -> tensor<?x4xf32>
  return
}

// -----

func.func @f(%x: tensor<4x?xf32, {bounds = [4, 6]}>) {
  // expected-error @below [L0404] {{`layout.view` does not keep the memory of its operand: the memory of a bounded dim depends on orders that the types do not state}}
  %0 = layout.view %x : tensor<4x?xf32, {bounds = [4, 6]}> -> tensor<?x4xf32, {bounds = [6, 4]}>
  return
}

// -----

func.func @f(%x: tensor<4x?xf32, {bounds = [4, 6], order = #layout.order<NC>}>) {
  // expected-error @below [L0404] {{`layout.view` does not keep the memory of its operand: a dynamic dim is split or merged}}
  %0 = layout.view %x : tensor<4x?xf32, {bounds = [4, 6], order = #layout.order<NC>}> -> tensor<?xf32, {bounds = [24], order = #layout.order<C>}>
  return
}
