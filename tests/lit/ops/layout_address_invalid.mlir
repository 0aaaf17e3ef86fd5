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
