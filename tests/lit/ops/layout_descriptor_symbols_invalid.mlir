// RUN: layoutc %s --emit=none --verify-diagnostics --split-input-file

// Each error has values of the symbols, the index if it is about one, and a relation that would be enough.
layout.descriptor @split symbols [s0] where affine_set<()[s0] : (64 - s0 >= 0)> {
  %m = layout.packed [s0]
  %i, %j = layout.unmerge %m into [s0 ceildiv 8, 8]
  // expected-error @below {{the index of m0 `d0*8+d1` must be below the length `s0`, but is 1}}
  // expected-note @below {{s0 = 1 at [0, 1]}}
  // expected-note @below {{`s0 mod 8 == 0` in `where` would be enough}}
  layout.yield %i, %j
}

// -----

layout.descriptor @cut symbols [s0, s1] where affine_set<()[s0, s1] : (64 - s0 >= 0, 64 - s1 >= 0)> {
  %m = layout.packed [s0]
  // expected-error @below {{`layout.slice` of `%m`: `slice`: the end `s1` must be at most the length `s0`, but is 2}}
  // expected-note @below {{s0 = 1, s1 = 2}}
  // expected-note @below {{`s0-s1 >= 0` in `where` would be enough}}
  %i = layout.slice %m from 0 to s1
  layout.yield %i
}

// -----

layout.descriptor @empty symbols [s0] where affine_set<()[s0] : (64 - s0 >= 0)> {
  // expected-error @below {{`layout.packed`: the length of m0 `s0-4` must be at least 1, but is -3}}
  // expected-note @below {{s0 = 1}}
  // expected-note @below {{`s0-5 >= 0` in `where` would be enough}}
  %m = layout.packed [s0 - 4]
  %i = layout.pass_through %m
  layout.yield %i
}

// -----

layout.descriptor @reversed symbols [s0] where affine_set<()[s0] : (64 - s0 >= 0)> {
  %m = layout.strided [s0] strides [-1]
  %i = layout.pass_through %m
  // expected-error @below {{the offset `-d0` must be at least 0 at every valid index, but is -1}}
  // expected-note @below {{s0 = 2 at [1]}}
  // expected-note @below {{`-s0+1 >= 0` in `where` would be enough}}
  layout.yield %i
}

// -----

// Only the first dim of an xor may depend on symbols.
layout.descriptor @swizzle symbols [s0] where affine_set<()[s0] : (64 - s0 >= 0)> {
  %m, %n = layout.packed [8, s0]
  // expected-error @below {{`layout.xor` of `%m`, `%n`: the length of the second dim of `xor` must be a number, a power of two, but is `s0`}}
  // expected-note @below {{only the first dim of `xor` may depend on symbols}}
  %i, %j = layout.xor %m, %n
  layout.yield %i, %j
}

// -----

layout.descriptor @six symbols [s0] where affine_set<()[s0] : (64 - s0 >= 0)> {
  %m, %n = layout.packed [s0, 6]
  // expected-error @below {{`layout.xor` of `%m`, `%n`: the length of the second dim of `xor` must be a power of two, but is 6}}
  // expected-note @below {{the nearest powers of two are 4 and 8}}
  %i, %j = layout.xor %m, %n
  layout.yield %i, %j
}

// -----

// The other transforms are refused by name.
layout.table @pages dense<[2, 0, 1]> : tensor<3xi32>
layout.descriptor @paged symbols [s0] where affine_set<()[s0] : (s0 - 3 >= 0, 9 - s0 >= 0)> {
  %m = layout.packed [s0]
  // expected-error @below {{`lookup` has no symbolic form}}
  // expected-note @below {{the symbolic transforms are}}
  %i = layout.lookup %m by @pages
  layout.yield %i
}

// -----

layout.descriptor @axes symbols [s0] {
  // expected-error @below {{`layout.axes`: memory with named axes is incompatible with `symbols`}}
  %m = layout.axes [lane: 32]
  %i = layout.pass_through %m
  layout.yield %i
}

// -----

layout.descriptor @copies symbols [s0] {
  %m, %n = layout.packed [s0, 4]
  // expected-error @below {{`layout.copies` of `%n`: copies and parts are incompatible with symbols}}
  layout.copies %n
  %i = layout.pass_through %m
  layout.yield %i
}

// -----

layout.descriptor @open symbols [s0] {
  // expected-error @below {{`layout.packed`: open lengths (`?`) are incompatible with `symbols`}}
  // expected-note @below {{name each unknown length in `symbols`}}
  %m, %n = layout.packed [?, s0]
  %i = layout.merge %m, %n
  layout.yield %i
}

// -----

layout.descriptor @d {
  %m = layout.packed [?]
  %i = layout.pass_through %m
  layout.yield %i
}
layout.descriptor @above symbols [s0] {
  // expected-error @below {{`@d` has open lengths (`?`), which are incompatible with `symbols`}}
  %i = layout.from @d
  layout.yield %i
}

// -----

layout.notation @map "tvm:[s0,s1] lambda d0,d1: (d0*s1+d1) where s0 in 1..8, s1 in 1..8"
layout.descriptor @above_map {
  // expected-error @below {{`@map`: the layout is an index map, which is no memory with transforms}}
  %i, %j = layout.from @map
  layout.yield %i, %j
}

// -----

// expected-error @below {{duplicate symbol `s0`}}
layout.descriptor @twice symbols [s0, s0] {
  %m = layout.packed [s0]
  %i = layout.pass_through %m
  layout.yield %i
}

// -----

// expected-error @below {{`d0` is the name of a dim}}
layout.descriptor @dim symbols [d0] {
  %m = layout.packed [4]
  %i = layout.pass_through %m
  layout.yield %i
}

// -----

// expected-error @below {{`where` has 2 symbols, but `symbols` names 1}}
layout.descriptor @more symbols [s0] where affine_set<()[s0, s1] : (s1 - s0 >= 0)> {
  %m = layout.packed [s0]
  %i = layout.pass_through %m
  layout.yield %i
}

// -----

// expected-error @below {{`s0` has no value from 8 to 4}}
layout.descriptor @none symbols [s0] where affine_set<()[s0] : (s0 - 8 >= 0, 4 - s0 >= 0)> {
  %m = layout.packed [s0]
  %i = layout.pass_through %m
  layout.yield %i
}

// -----

// expected-error @below {{`where` of `layout.descriptor` requires `symbols`}}
layout.descriptor @lone where affine_set<()[s0] : (s0 - 8 >= 0)> {
  %m = layout.packed [4]
  %i = layout.pass_through %m
  layout.yield %i
}

// -----

"layout.descriptor"() ({
  // expected-error @below {{`lengths` of `layout.packed` is a map over symbols, but the descriptor has none}}
  // expected-note @below {{name its symbols, such as `layout.descriptor @y symbols [s0]`}}
  %m = "layout.packed"() {lengths = affine_map<()[s0] -> (s0)>} : () -> !layout.memdim<?>
  %i = "layout.pass_through"(%m) : (!layout.memdim<?>) -> !layout.dim<?>
  "layout.yield"(%i) : (!layout.dim<?>) -> ()
}) {sym_name = "bare"} : () -> ()

// -----

layout.descriptor @rows symbols [s0] where affine_set<()[s0] : (64 - s0 >= 0)> {
  %m, %n = layout.packed [s0, 8]
  %i = layout.pass_through %m
  %j = layout.pass_through %n
  layout.yield %i, %j
}
// expected-error @below {{the tensor has lengths [4, 8], but its layout `@rows` has [s0, 8]}}
// expected-note @below {{a length over symbols is `?` in the type of the tensor}}
layout.tensor @t : tensor<4x8xf16, {layout = @rows}>
// expected-error @below {{`offset` is incompatible with `@rows`, whose layout has symbols; state the offset in its base}}
layout.tensor @u : tensor<?x8xf16, {layout = @rows, offset = 4}>
