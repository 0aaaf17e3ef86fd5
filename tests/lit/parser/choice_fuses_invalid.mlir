// RUN: layoutc %s --emit=none --verify-diagnostics --split-input-file

// expected-error @+2 [L0209] {{unknown key `fuse` in a choice; expected one of reqs, when, cost, fuses}}
// expected-note @+1 {{did you mean `fuses`?}}
"t.a"() {layout.choices = [#layout.choice<() -> (), fuse = [0: NCHW]>]} : () -> ()

// -----

// expected-error @+1 {{duplicate `fuses`}}
"t.a"() {layout.choices = [#layout.choice<(NHWC) -> any, fuses = [0: NCHW], fuses = [0: NCHW]>]} : () -> ()

// -----

// expected-error @+1 {{value `2` of `fuses` does not exist: the choice lists 2 layouts}}
"t.a"() {layout.choices = [#layout.choice<(NHWC) -> NHWC, fuses = [2: NCHW]>]} : () -> ()

// -----

// expected-error @+1 {{value `result 1` of `fuses` does not exist: the choice lists 1 result}}
"t.a"() {layout.choices = [#layout.choice<(NHWC) -> NHWC, fuses = [result 1: NCHW]>]} : () -> ()

// -----

// expected-error @+1 {{value `1` of `fuses` is `any` in the choice, so that the op uses every layout without a conversion}}
"t.a"() {layout.choices = [#layout.choice<(NHWC, any) -> NHWC, fuses = [1: NCHW]>]} : () -> ()

// -----

// expected-error @+1 {{value `0` of `fuses` has the layout `NHWC` in the choice, which needs no conversion}}
"t.a"() {layout.choices = [#layout.choice<(NHWC) -> NHWC, fuses = [0: NCHW | NHWC]>]} : () -> ()

// -----

// expected-error @+1 {{layout of `fuses` must be `row_major`, an order or a format, but is `same`}}
"t.a"() {layout.choices = [#layout.choice<(NHWC) -> NHWC, fuses = [0: same]>]} : () -> ()

// -----

// expected-error @+1 {{duplicate layout `NCHW` of value `0` in `fuses`}}
"t.a"() {layout.choices = [#layout.choice<(NHWC) -> NHWC, fuses = [0: NCHW, 0: NCHW cost = 5]>]} : () -> ()

// -----

// expected-error @+1 {{invalid value `x`; expected `0`, counting operands and then results, or `result 0`}}
"t.a"() {layout.choices = [#layout.choice<(NHWC) -> NHWC, fuses = [x: NCHW]>]} : () -> ()

// -----

// expected-error @+2 {{unknown layout `NHCC`}}
// expected-note @+1 {{did you mean}}
"t.a"() {layout.choices = [#layout.choice<(NHWC) -> NHWC, fuses = [0: NHCC]>]} : () -> ()

// -----

// expected-error @+1 {{cost must be at least 0 and less than 2^63, but is -1}}
"t.a"() {layout.choices = [#layout.choice<(NHWC) -> NHWC, fuses = [0: NCHW cost = -1]>]} : () -> ()

// -----

// All values of an op of `arith` have one layout, so it cannot convert one of them.
// expected-error @+2 {{entry 0 of `layout.choices` is incompatible with the types of `arith.negf`, whose values must all have the same layout}}
func.func @f(%x: tensor<1x2x3x4xf16>) {
  %0 = arith.negf %x {layout.choices = [#layout.choice<(NHWC) -> NHWC, fuses = [0: NCHW]>]} : tensor<1x2x3x4xf16>
  return
}
