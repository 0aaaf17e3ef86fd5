// RUN: layoutc %s --emit=none --verify-diagnostics --split-input-file

layout.tensor @plane : tensor<4xf32>
// expected-error @below {{unknown symbol `@plain`; expected a descriptor or a tensor}}
// expected-note @below {{did you mean `@plane`?}}
layout.address @f of @plain

// -----

func.func private @g()
// expected-error @below {{`@g` is a `func.func`, which has no layout}}
layout.address @f of @g

// -----

layout.tensor @x : tensor<4xf32>
// expected-error @below {{unknown value "bytes" for `unit` of `layout.address`}}
// expected-note @below {{did you mean `"byte"`?}}
// expected-note @below {{known values: element, byte}}
layout.address @f of @x {unit = "bytes"}
// expected-error @below {{unknown value "i16" for `index` of `layout.address`}}
// expected-note @below {{known values: auto, i32, i64}}
layout.address @g of @x {index = "i16"}

// -----

// expected-error @below {{`layout.address` requires attribute `of`, a symbol such as `@x`}}
"layout.address"() {sym_name = "f"} : () -> ()

// -----

layout.tensor @x : tensor<4xf32>
// expected-error @below {{`unit` of `layout.address` is `4 : i64`, but must be a string}}
layout.address @f of @x {unit = 4}
// expected-note @below {{the first definition is here}}
layout.address @g of @x
// expected-error @below {{symbol `@g` is defined twice}}
layout.address @g of @x

// -----

layout.tensor @x : tensor<4xf32>
func.func @h() {
  // expected-error @below {{`layout.address` must be in the body of the outermost module, where its symbol is}}
  layout.address @f of @x
  return
}

// -----

// An error in a layout is reported at its definition.
layout.descriptor @d {
  %m = layout.packed [4]
  // expected-error @below {{`layout.slice` of `%m`: `slice` from 2 to 6 is outside a dim of length 4}}
  // expected-note @below {{expected a range within 0 to 4}}
  %i = layout.slice %m from 2 to 6
  layout.yield %i
}
layout.address @f of @d

// -----

layout.tensor @x : tensor<4x8xf32>
// expected-error @below {{unknown value "inverted" for `form` of `layout.address`}}
// expected-note @below {{did you mean `"inverse"`?}}
// expected-note @below {{known values: offset, inverse}}
layout.address @a of @x {form = "inverted"}
// expected-error @below {{`vector` of `layout.address` is incompatible with `form = "inverse"`}}
layout.address @b of @x {form = "inverse", vector = array<i64: 1, 4>}
// expected-error @below {{`step` of `layout.address` is incompatible with `form = "inverse"`}}
layout.address @c of @x {form = "inverse", step = array<i64: 0, 1>}
// expected-error @below {{`step` of `layout.address` is incompatible with `vector`}}
layout.address @d of @x {step = array<i64: 0, 1>, vector = array<i64: 1, 4>}
// expected-error @below {{`unit = "byte"` of `layout.address` is incompatible with `form = "inverse"`}}
// expected-note @below {{the argument of an inverse is an element slot}}
layout.address @e of @x {form = "inverse", unit = "byte"}
// expected-error @below {{unknown attribute `steps` of `layout.address`}}
// expected-note @below {{did you mean `step`?}}
layout.address @f of @x {steps = array<i64: 0, 1>}

// -----

layout.tensor @x : tensor<4x8xf32>
// expected-error @below {{`vector` has 1 entry, but `@x` has 2 dims}}
layout.address @a of @x {vector = array<i64: 4>}
// expected-error @below {{`step` has 3 entries, but `@x` has 2 dims}}
layout.address @b of @x {step = array<i64: 0, 0, 1>}
// expected-error @below {{an entry of `vector` must be at least 1, but is 0}}
layout.address @c of @x {vector = array<i64: 0, 4>}
// expected-error @below {{`vector` must have exactly one entry above 1, but has 0}}
layout.address @d of @x {vector = array<i64: 1, 1>}
// expected-error @below {{`vector` must have exactly one entry above 1, but has 2}}
layout.address @e of @x {vector = array<i64: 2, 4>}
// expected-error @below {{`step` of `layout.address` is `1 : i64`, but must be a list of integers}}
layout.address @f of @x {step = 1}
