// RUN: layoutc %s --split-input-file --passes=assign-layouts --emit=none --verify-diagnostics

// Two assignments cost least for different values.

#w = affine_set<()[s0] : (512 - s0 >= 0)>
#l = affine_map<()[s0] -> (s0, 3, 8, 8)>
// expected-error @+2 [L0407] {{no assignment is found that costs least for all values of the symbols: the one that costs least at s0 = 257, 5000, costs 5000 at s0 = 1, where another one costs 768}}
// expected-note @+1 {{a narrower `where` on the types may have an assignment that costs least for all its values}}
func.func @f(%x: tensor<?x3x8x8xf16, {lengths = #l, where = #w}>) {
  %0 = "t.conv"(%x) {layout.choices = [#layout.choice<(NHWC) -> NCHW>, #layout.choice<(NCHW) -> NCHW, cost = 5000>]} : (tensor<?x3x8x8xf16, {lengths = #l, where = #w}>) -> tensor<?x3x8x8xf16, {lengths = #l, where = #w}>
  return
}

// -----

// The costs of a choice depend on a symbol.

#w = affine_set<()[s0] : (512 - s0 >= 0)>
#l = affine_map<()[s0] -> (s0, 3, 8, 8)>
// expected-error @+2 [L0407] {{the choices of the target for these ops, or their costs, depend on the symbols, as at s0 = 2}}
// expected-note @+1 {{costs over symbols are those of reorders alone}}
func.func @f(%x: tensor<?x3x8x8xf16, {lengths = #l, where = #w}>) {
  %0 = "t.conv"(%x) {layout.choices = [#layout.choice<(NHWC) -> NCHW, cost = dim(0, 0)>]} : (tensor<?x3x8x8xf16, {lengths = #l, where = #w}>) -> tensor<?x3x8x8xf16, {lengths = #l, where = #w}>
  return
}

// -----

// A symbol occurs twice in a product, and has many values.

#w = affine_set<()[s0] : (512 - s0 >= 0)>
#l = affine_map<()[s0] -> (s0, s0)>
// expected-error @+1 [L0407] {{costs must be compared at 512 values, because `s0` occurs more than once in the lengths [s0, s0]; at most 64 are}}
func.func @f(%x: tensor<?x?xf16, {lengths = #l, where = #w}>) {
  return
}

// -----

// A symbol has no bound.

#l = affine_map<()[s0] -> (s0)>
// expected-error @+1 [L0407] {{costs need a bound of `s0`, but it is up to 9223372036854775807; `where` states one, as `affine_set<()[s0] : (4096 - s0 >= 0)>` does}}
func.func @f(%x: tensor<?xf16, {lengths = #l}>) {
  return
}

// -----

// The types have different symbols.

#w = affine_set<()[s0] : (512 - s0 >= 0)>
#v = affine_set<()[s0] : (256 - s0 >= 0)>
#l = affine_map<()[s0] -> (s0, 3)>
// expected-error @+2 [L0407] {{costs need one set of symbols in a module, but this type has another one than the types before it}}
// expected-note @+1 {{equal `where` sets with equal numbers of symbols are one set}}
func.func @f(%x: tensor<?x3xf16, {lengths = #l, where = #w}>, %y: tensor<?x3xf16, {lengths = #l, where = #v}>) {
  return
}

// -----

// Three elements of 4 bits are no whole bytes, so the bytes grow in steps.

#w = affine_set<()[s0] : (512 - s0 >= 0)>
#l = affine_map<()[s0] -> (s0, 3)>
// expected-error @+1 [L0407] {{costs must be compared at 512 values, because the lengths [s0, 3] of 4 bits are not whole bytes; at most 64 are}}
func.func @f(%x: tensor<?x3xi4, {lengths = #l, where = #w}>) {
  return
}
