// RUN: layoutc %s --emit=none --verify-diagnostics --split-input-file

// The layouts of a choice. Each error is reported at its position, and the other choices are still parsed.

// expected-error @below [L0209] {{unknown layout `NHCWW`; expected one of any, same, row_major, an order, a format, an affine map, a symbol or a notation}}
// expected-note @below {{did you mean `NHCW`?}}
"a.b"() {layout.choices = [#layout.choice<(NHCWW, any) -> NHWC>]} : () -> ()

// -----

// expected-error @below [L0209] {{unknown layout `amy`; expected one of any, same, row_major, an order, a format, an affine map, a symbol or a notation}}
// expected-note @below {{did you mean `any`?}}
// expected-error @below [L0209] {{unknown layout `chw44`; expected one of any, same, row_major, an order, a format, an affine map, a symbol or a notation}}
// expected-note @below {{did you mean `chw4`?}}
"a.b"() {layout.choices = [#layout.choice<(amy) -> chw44>]} : () -> ()

// -----

// expected-error @below [L0108] {{`NHWC` must have no parameters in brackets: only a format can have them}}
"a.b"() {layout.choices = [#layout.choice<(NHWC<orin>) -> any>]} : () -> ()

// -----

// expected-error @below [L0108] {{unknown parameter `orion` of a format; expected one of xavier, orin, gpu_fallback}}
// expected-note @below {{did you mean `orin`?}}
"a.b"() {layout.choices = [#layout.choice<(chw4<orion>) -> any>]} : () -> ()

// -----

// expected-error @below [L0307] {{the map is not a permutation: result 1 of the order repeats d0, which is already result 0}}
"a.b"() {layout.choices = [#layout.choice<(affine_map<(d0, d1) -> (d0, d0)>) -> any>]} : () -> ()

// -----

// expected-error @below [L0105] {{unknown dim or symbol `d9`}}
// expected-note @below {{did you mean `d0`?}}
"a.b"() {layout.choices = [#layout.choice<(affine_map<(d0) -> (d9)>) -> any>]} : () -> ()

// -----

// expected-error @below [L0207] {{alias `#nope` is not defined before its use}}
"a.b"() {layout.choices = [#layout.choice<(#nope) -> any>]} : () -> ()

// -----

// expected-error @below [L0108] {{layout must be an order, a format, an affine map, a symbol or a notation}}
"a.b"() {layout.choices = [#layout.choice<(#layout.reqs<>) -> any>]} : () -> ()

// -----

// expected-error @below [L0108] {{`...` is allowed only after the last layout of a list}}
"a.b"() {layout.choices = [#layout.choice<(any..., NHWC) -> NHWC>]} : () -> ()

// -----

// expected-error @below [L0108] {{operand layouts must be in parentheses, as in `(NHWC) -> NHWC`}}
"a.b"() {layout.choices = [#layout.choice<NHWC -> NHWC>]} : () -> ()

// -----

// expected-error @below [L0108] {{a single layout must be `same`; list other layouts, as in `(NHWC, any) -> NHWC`}}
"a.b"() {layout.choices = [#layout.choice<NHWC>]} : () -> ()

// -----

// expected-error @below [L0108] {{a single layout must be `same`; list other layouts, as in `(NHWC, any) -> NHWC`}}
// expected-note @below {{did you mean `same`?}}
"a.b"() {layout.choices = [#layout.choice<sane>]} : () -> ()

// -----

// expected-error @below [L0108] {{missing result layouts of a choice, as in `(NHWC, any) -> NHWC`}}
"a.b"() {layout.choices = [#layout.choice<(same)>]} : () -> ()

// -----

// expected-error @below [L0101] {{expected the text of a choice such as `<(NHWC, any) -> NHWC>`, found `>`}}
"a.b"() {layout.choices = [#layout.choice<(NHWC>]} : () -> ()

// -----

// expected-error @below [L0101] {{expected the text of a choice such as `<(NHWC, any) -> NHWC>`, found `)`}}
"a.b"() {layout.choices = [#layout.choice<(NHWC, ) -> NHWC>]} : () -> ()

// -----

// expected-error @below [L0101] {{expected the text of a choice such as `<(NHWC, any) -> NHWC>`, found `extra`}}
"a.b"() {layout.choices = [#layout.choice<same extra>]} : () -> ()

// -----

// expected-error @below [L0101] {{expected the text of a choice such as `<(NHWC, any) -> NHWC>`, found `)`}}
"a.b"() {layout.choices = [#layout.choice<(any) -> any) -> any>]} : () -> ()

// -----

// The keys after the layouts.
// expected-error @below [L0301] {{`reqs` has 1 entry, but the choice lists 2 layouts}}
"a.b"() {layout.choices = [#layout.choice<(any) -> any, reqs = [any]>]} : () -> ()

// -----

// expected-error @below [L0108] {{entry of `reqs` must be `#layout.reqs<...>` or `any`}}
"a.b"() {layout.choices = [#layout.choice<(any) -> any, reqs = [any, NHWC]>]} : () -> ()

// -----

// expected-error @below [L0301] {{`reqs` must have at least one entry}}
"a.b"() {layout.choices = [#layout.choice<same, reqs = []>]} : () -> ()

// -----

// expected-error @below [L0103] {{cost must be at least 0 and less than 2^63, but is -1}}
"a.b"() {layout.choices = [#layout.choice<same, cost = -1>]} : () -> ()

// -----

// expected-error @below [L0103] {{cost must be at least 0 and less than 2^63, but is 99999999999999999999}}
"a.b"() {layout.choices = [#layout.choice<same, cost = 99999999999999999999>]} : () -> ()

// -----

// expected-error @below [L0108] {{duplicate `cost`}}
"a.b"() {layout.choices = [#layout.choice<same, cost = 1, cost = 2>]} : () -> ()

// -----

// expected-error @below [L0209] {{unknown key `costs` in a choice; expected one of reqs, when, cost, fuses}}
// expected-note @below {{did you mean `cost`?}}
"a.b"() {layout.choices = [#layout.choice<same, costs = 5>]} : () -> ()

// -----

// expected-error @below [L0108] {{duplicate `when`}}
"a.b"() {layout.choices = [#layout.choice<same, when = [elem(0) == f16], when = [rank(0) == 4]>]} : () -> ()

// -----

// Conditions.
// expected-error @below [L0108] {{expected `==`, `!=`, `in (..)` or `not in (..)` in the condition}}
"a.b"() {layout.choices = [#layout.choice<same, when = [elem(0)]>]} : () -> ()

// -----

// expected-error @below [L0108] {{expected `==`, found `=`}}
// expected-note @below {{did you mean `==`?}}
"a.b"() {layout.choices = [#layout.choice<same, when = [elem(0) = f16]>]} : () -> ()

// -----

// expected-error @below [L0108] {{unsupported comparison `<=`; use a range such as `in (1 to 16)` or `in (16 to *)`}}
"a.b"() {layout.choices = [#layout.choice<same, when = [dim(0, 1) <= 5]>]} : () -> ()

// -----

// expected-error @below [L0108] {{unsupported comparison `>`; use a range such as `in (1 to 16)` or `in (16 to *)`}}
"a.b"() {layout.choices = [#layout.choice<same, when = [dim(0, 1) > 5]>]} : () -> ()

// -----

// expected-error @below [L0108] {{invalid arguments of `dim`; expected `dim(0, 1)`}}
"a.b"() {layout.choices = [#layout.choice<same, when = [dim(0) == 5]>]} : () -> ()

// -----

// expected-error @below [L0209] {{unknown property `dims`; expected one of elem, dim, rank, bytes, attr}}
// expected-note @below {{did you mean `dim`?}}
"a.b"() {layout.choices = [#layout.choice<same, when = [dims(0, 1) == 5]>]} : () -> ()

// -----

// expected-error @below [L0108] {{an element type can only be compared with an element type, such as `f16`}}
"a.b"() {layout.choices = [#layout.choice<same, when = [elem(0) == 5]>]} : () -> ()

// -----

// expected-error @below [L0108] {{only `elem(..)` can be compared with an element type}}
"a.b"() {layout.choices = [#layout.choice<same, when = [dim(0, 1) == f16]>]} : () -> ()

// -----

// expected-error @below [L0108] {{`%` is invalid for an element type}}
"a.b"() {layout.choices = [#layout.choice<same, when = [elem(0) % 2 == 0]>]} : () -> ()

// -----

// expected-error @below [L0108] {{the divisor after `%` must be at least 1}}
"a.b"() {layout.choices = [#layout.choice<same, when = [dim(0, 1) % 0 == 0]>]} : () -> ()

// -----

// expected-error @below [L0108] {{dim 15 is out of range: a tensor has at most 15 dims}}
"a.b"() {layout.choices = [#layout.choice<same, when = [dim(0, 15) == 0]>]} : () -> ()

// -----

// expected-error @below [L0103] {{expected an integer that fits 64 bits, found `99999999999999999999`}}
"a.b"() {layout.choices = [#layout.choice<same, when = [dim(0, 99999999999999999999) == 0]>]} : () -> ()

// -----

// expected-error @below [L0108] {{a condition must begin with a property of the op: elem, dim, rank, bytes or attr}}
"a.b"() {layout.choices = [#layout.choice<same, when = [5 == dim(0, 1)]>]} : () -> ()

// -----

// expected-error @below [L0108] {{a set must have at least one member}}
"a.b"() {layout.choices = [#layout.choice<same, when = [elem(0) in ()]>]} : () -> ()

// -----

// expected-error @below [L0209] {{unknown constant `bf61`; expected a string in quotes or an MLIR element type}}
// expected-note @below {{did you mean `bf16`?}}
"a.b"() {layout.choices = [#layout.choice<same, when = [elem(0) in (f16, bf61)]>]} : () -> ()

// -----

// expected-error @below [L0108] {{an element type can only be compared with an element type, such as `f16`}}
"a.b"() {layout.choices = [#layout.choice<same, when = [elem(0) in (1 to 2)]>]} : () -> ()

// -----

// expected-error @below [L0108] {{the range 3 to 2 is empty}}
"a.b"() {layout.choices = [#layout.choice<same, when = [rank(0) in (3 to 2)]>]} : () -> ()

// -----

// expected-error @below [L0108] {{members of a set must be constants}}
"a.b"() {layout.choices = [#layout.choice<same, when = [rank(0) in (rank(1))]>]} : () -> ()

// -----

// expected-error @below [L0108] {{range must begin with an integer}}
"a.b"() {layout.choices = [#layout.choice<same, when = [rank(0) in (true to 2)]>]} : () -> ()

// -----

// expected-error @below [L0209] {{unknown constant `SAME_UPPER`; expected a string in quotes or an MLIR element type}}
"a.b"() {layout.choices = [#layout.choice<same, when = [attr(auto_pad) == SAME_UPPER]>]} : () -> ()

// -----

// expected-error @below [L0108] {{expected an attribute key, as in `attr(group)`}}
"a.b"() {layout.choices = [#layout.choice<same, when = [attr(5) == 1]>]} : () -> ()

// -----

// expected-error @below [L0102] {{quoted name must be UTF-8}}
"a.b"() {layout.choices = [#layout.choice<same, when = [attr("\FF") == 1]>]} : () -> ()

// -----

// expected-error @below [L0101] {{expected the text of a choice such as `<(NHWC, any) -> NHWC>`, found `"`}}
"a.b"() {layout.choices = [#layout.choice<same, when = [attr(auto_pad) == "SAME]>]} : () -> ()

// -----

// expected-error @below [L0108] {{invalid value `x`; expected `0`, counting operands and then results, or `result 0`}}
"a.b"() {layout.choices = [#layout.choice<same, when = [elem(x) == f16]>]} : () -> ()

// -----

// expected-error @below [L0108] {{invalid value `-1`; expected `0`, counting operands and then results, or `result 0`}}
"a.b"() {layout.choices = [#layout.choice<same, when = [elem(-1) == f16]>]} : () -> ()

// -----

// expected-error @below [L0108] {{the default of `g` must not be an element type}}
"a.b"() {layout.choices = [#layout.choice<same, when = [attr(g, f16) == 1]>]} : () -> ()

// -----

// expected-error @below [L0108] {{expected an integer, true, false, a string, a list of integers or an element type}}
"a.b"() {layout.choices = [#layout.choice<same, when = [attr(g, result 0) == 1]>]} : () -> ()
