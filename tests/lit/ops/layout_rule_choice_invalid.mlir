// RUN: layoutc %s --emit=none --verify-diagnostics --split-input-file

// The layouts of a choice. Each fault is told at its place; the other choices are read on.

// expected-error @below [L0209] {{no layout is named `NHCWW`: there are any, same, row_major, the names of orders and of formats, and affine maps}}
// expected-note @below {{did you mean `NHCW`?}}
"a.b"() {layout.choices = [#layout.choice<(NHCWW, any) -> NHWC>]} : () -> ()

// -----

// expected-error @below [L0209] {{no layout is named `amy`: there are any, same, row_major, the names of orders and of formats, and affine maps}}
// expected-note @below {{did you mean `any`?}}
// expected-error @below [L0209] {{no layout is named `chw44`: there are any, same, row_major, the names of orders and of formats, and affine maps}}
// expected-note @below {{did you mean `chw4`?}}
"a.b"() {layout.choices = [#layout.choice<(amy) -> chw44>]} : () -> ()

// -----

// expected-error @below [L0108] {{only formats take words in brackets, not `NHWC`}}
"a.b"() {layout.choices = [#layout.choice<(NHWC<orin>) -> any>]} : () -> ()

// -----

// expected-error @below [L0108] {{`orion` is no word of a format: after its name stand xavier, orin, gpu_fallback}}
// expected-note @below {{did you mean `orin`?}}
"a.b"() {layout.choices = [#layout.choice<(chw4<orion>) -> any>]} : () -> ()

// -----

// expected-error @below [L0307] {{the map is no permutation: result 1 of the order repeats d0, which is already result 0}}
"a.b"() {layout.choices = [#layout.choice<(affine_map<(d0, d1) -> (d0, d0)>) -> any>]} : () -> ()

// -----

// expected-error @below [L0105] {{`d9` is no dim or symbol of this map}}
// expected-note @below {{did you mean `d0`?}}
"a.b"() {layout.choices = [#layout.choice<(affine_map<(d0) -> (d9)>) -> any>]} : () -> ()

// -----

// expected-error @below [L0207] {{alias `#nope` is not defined before its use}}
"a.b"() {layout.choices = [#layout.choice<(#nope) -> any>]} : () -> ()

// -----

// expected-error @below [L0108] {{a layout is an order, a format or an affine map}}
"a.b"() {layout.choices = [#layout.choice<(#layout.reqs<>) -> any>]} : () -> ()

// -----

// expected-error @below [L0108] {{`...` stands after the last layout of a list, for all that follow}}
"a.b"() {layout.choices = [#layout.choice<(any..., NHWC) -> NHWC>]} : () -> ()

// -----

// expected-error @below [L0108] {{the layouts of operands stand in brackets, as in `(NHWC) -> NHWC`}}
"a.b"() {layout.choices = [#layout.choice<NHWC -> NHWC>]} : () -> ()

// -----

// expected-error @below [L0108] {{only `same` stands alone; other layouts are listed, as in `(NHWC, any) -> NHWC`}}
"a.b"() {layout.choices = [#layout.choice<NHWC>]} : () -> ()

// -----

// expected-error @below [L0108] {{only `same` stands alone; other layouts are listed, as in `(NHWC, any) -> NHWC`}}
// expected-note @below {{did you mean `same`?}}
"a.b"() {layout.choices = [#layout.choice<sane>]} : () -> ()

// -----

// expected-error @below [L0108] {{a choice lists results too, as in `(NHWC, any) -> NHWC`}}
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

// What stands behind the layouts.
// expected-error @below [L0301] {{`reqs` has 1 entry, but the choice lists 2 layouts}}
"a.b"() {layout.choices = [#layout.choice<(any) -> any, reqs = [any]>]} : () -> ()

// -----

// expected-error @below [L0108] {{an entry of `reqs` is `#layout.reqs<...>` or `any`}}
"a.b"() {layout.choices = [#layout.choice<(any) -> any, reqs = [any, NHWC]>]} : () -> ()

// -----

// expected-error @below [L0301] {{`reqs` must have at least one entry}}
"a.b"() {layout.choices = [#layout.choice<same, reqs = []>]} : () -> ()

// -----

// expected-error @below [L0103] {{a cost is in bytes, 0 or more and below 2^63, not -1}}
"a.b"() {layout.choices = [#layout.choice<same, cost = -1>]} : () -> ()

// -----

// expected-error @below [L0103] {{a cost is in bytes, 0 or more and below 2^63, not 99999999999999999999}}
"a.b"() {layout.choices = [#layout.choice<same, cost = 99999999999999999999>]} : () -> ()

// -----

// expected-error @below [L0108] {{`cost` stands twice}}
"a.b"() {layout.choices = [#layout.choice<same, cost = 1, cost = 2>]} : () -> ()

// -----

// expected-error @below [L0209] {{`costs` is no part of a choice: after its layouts stand reqs, when, cost}}
// expected-note @below {{did you mean `cost`?}}
"a.b"() {layout.choices = [#layout.choice<same, costs = 5>]} : () -> ()

// -----

// expected-error @below [L0108] {{`when` stands twice}}
"a.b"() {layout.choices = [#layout.choice<same, when = [elem(0) == f16], when = [rank(0) == 4]>]} : () -> ()

// -----

// Conditions.
// expected-error @below [L0108] {{a condition compares: `==`, `!=`, `in (..)` or `not in (..)` is missing}}
"a.b"() {layout.choices = [#layout.choice<same, when = [elem(0)]>]} : () -> ()

// -----

// expected-error @below [L0108] {{equality is written `==`}}
// expected-note @below {{did you mean `==`?}}
"a.b"() {layout.choices = [#layout.choice<same, when = [elem(0) = f16]>]} : () -> ()

// -----

// expected-error @below [L0108] {{`<=` is no comparison, as brackets in MLIR close: a range such as `in (1 to 16)` or `in (16 to *)` says it}}
"a.b"() {layout.choices = [#layout.choice<same, when = [dim(0, 1) <= 5]>]} : () -> ()

// -----

// expected-error @below [L0108] {{`>` is no comparison, as brackets in MLIR close: a range such as `in (1 to 16)` or `in (16 to *)` says it}}
"a.b"() {layout.choices = [#layout.choice<same, when = [dim(0, 1) > 5]>]} : () -> ()

// -----

// expected-error @below [L0108] {{`dim` is written as in dim(0, 1)}}
"a.b"() {layout.choices = [#layout.choice<same, when = [dim(0) == 5]>]} : () -> ()

// -----

// expected-error @below [L0209] {{`dims` asks nothing of an op: there are elem, dim, rank, attr}}
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

// expected-error @below [L0108] {{a condition must begin with a property of the op: elem, dim, rank or attr}}
"a.b"() {layout.choices = [#layout.choice<same, when = [5 == dim(0, 1)]>]} : () -> ()

// -----

// expected-error @below [L0108] {{a set must have at least one member}}
"a.b"() {layout.choices = [#layout.choice<same, when = [elem(0) in ()]>]} : () -> ()

// -----

// expected-error @below [L0209] {{`bf61` is no constant: texts stand in quotes, element types are those of MLIR}}
// expected-note @below {{did you mean `bf16`?}}
"a.b"() {layout.choices = [#layout.choice<same, when = [elem(0) in (f16, bf61)]>]} : () -> ()

// -----

// expected-error @below [L0108] {{an element type can only be compared with an element type, such as `f16`}}
"a.b"() {layout.choices = [#layout.choice<same, when = [elem(0) in (1 to 2)]>]} : () -> ()

// -----

// expected-error @below [L0108] {{the range 3 to 2 is empty}}
"a.b"() {layout.choices = [#layout.choice<same, when = [rank(0) in (3 to 2)]>]} : () -> ()

// -----

// expected-error @below [L0108] {{the members of a set are constants}}
"a.b"() {layout.choices = [#layout.choice<same, when = [rank(0) in (rank(1))]>]} : () -> ()

// -----

// expected-error @below [L0108] {{a range begins with an integer}}
"a.b"() {layout.choices = [#layout.choice<same, when = [rank(0) in (true to 2)]>]} : () -> ()

// -----

// expected-error @below [L0209] {{`SAME_UPPER` is no constant: texts stand in quotes, element types are those of MLIR}}
"a.b"() {layout.choices = [#layout.choice<same, when = [attr(auto_pad) == SAME_UPPER]>]} : () -> ()

// -----

// expected-error @below [L0108] {{an attribute is named by its key, as in `attr(group)`}}
"a.b"() {layout.choices = [#layout.choice<same, when = [attr(5) == 1]>]} : () -> ()

// -----

// expected-error @below [L0102] {{a name in quotes must be UTF-8}}
"a.b"() {layout.choices = [#layout.choice<same, when = [attr("\FF") == 1]>]} : () -> ()

// -----

// expected-error @below [L0101] {{expected the text of a choice such as `<(NHWC, any) -> NHWC>`, found `"`}}
"a.b"() {layout.choices = [#layout.choice<same, when = [attr(auto_pad) == "SAME]>]} : () -> ()

// -----

// expected-error @below [L0108] {{`x` is no value: `0` counts operands, then results; `result 0` counts results}}
"a.b"() {layout.choices = [#layout.choice<same, when = [elem(x) == f16]>]} : () -> ()

// -----

// expected-error @below [L0108] {{`-1` is no value: `0` counts operands, then results; `result 0` counts results}}
"a.b"() {layout.choices = [#layout.choice<same, when = [elem(-1) == f16]>]} : () -> ()

// -----

// expected-error @below [L0108] {{the default of `g` must not be an element type}}
"a.b"() {layout.choices = [#layout.choice<same, when = [attr(g, f16) == 1]>]} : () -> ()

// -----

// expected-error @below [L0108] {{a constant is an integer, true, false, a string, a list of integers or an element type}}
"a.b"() {layout.choices = [#layout.choice<same, when = [attr(g, result 0) == 1]>]} : () -> ()
