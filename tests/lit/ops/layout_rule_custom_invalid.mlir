// RUN: layoutc %s --split-input-file --emit=none --verify-diagnostics

layout.descriptor @blocked {
  %m, %n = layout.packed [?, 16]
  %i = layout.merge %m, %n
  layout.yield %i
}
layout.tensor @tensor : tensor<4xf32>
layout.target @t {
  // expected-error @below [L0206] {{unknown symbol `@bloked` in a choice; expected a descriptor}}
  // expected-note @below {{did you mean `@blocked`?}}
  layout.rule "nn.a" [#layout.choice<(@bloked) -> any>]
  // expected-error @below [L0206] {{`@tensor` in a choice must be a descriptor, but is a `layout.tensor`}}
  layout.rule "nn.b" [#layout.choice<(@tensor) -> any>]
  // expected-error @below {{`"onedn:aB16b"` in a choice denotes no layout: unknown notation `onedn`}}
  layout.rule "nn.c" [#layout.choice<("onedn:aB16b") -> any>]
  // expected-error @below {{denotes no layout: `B` is upper case, but has no block such as `16b`}}
  layout.rule "nn.d" [#layout.choice<("onednn:aB") -> any>]
  // expected-error @below {{`"cute:4:1"` in a choice denotes no layout: a text of `cute` has no form without its shape}}
  layout.rule "nn.e" [#layout.choice<("cute:4:1") -> any>]
  // expected-error @below {{`affine_map<(d0)[s0] -> (d0 + s0)>` in a choice denotes no layout: the value of symbol s0 is unknown}}
  layout.rule "nn.f" [#layout.choice<(affine_map<(c)[s] -> (c + s)>) -> any>]
  // expected-error @below {{denotes no layout: the shape must be left out, so that the layout is one for all shapes}}
  layout.rule "nn.g" [#layout.choice<("onednn:aB16b[2,17]") -> any>]
}
func.func @f(%x: tensor<4x6xf32>) {
  // expected-error @below [L0206] {{unknown symbol `@blockedd` in a choice; expected a descriptor}}
  // expected-note @below {{did you mean `@blocked`?}}
  %0 = "nn.conv"(%x) {layout.choices = [#layout.choice<(@blockedd) -> any>]} : (tensor<4x6xf32>) -> tensor<4x6xf32>
  return
}

// -----

// Open lengths, and layouts in types.
layout.descriptor @sliced {
  %m = layout.packed [?]
  // expected-error @below {{`layout.slice` of `%m`: `slice` does not support dims of open length (`?`)}}
  %i = layout.slice %m from 0 to 4
  layout.yield %i
}
layout.descriptor @merged {
  %m, %n = layout.packed [?, ?]
  // expected-error @below {{`layout.merge` of `%m`, `%n`: `merge` must have at most one dim of open length (`?`), but has 2}}
  %i = layout.merge %m, %n
  layout.yield %i
}
layout.descriptor @open {
  %m = layout.packed [?]
  %i = layout.pad %m low 3 high 0
  layout.yield %i
}
// expected-error @below {{the layout @open does not fit the tensor: `pad low 3 high 0` of a dim of any length has no result of length 3}}
layout.tensor @short : tensor<3xf32, {layout = @open}>
layout.tensor @long : tensor<4xf32, {layout = @open}>
// expected-error @below {{the layout "onednn:aB16b" does not fit the tensor: tag `aB16b` has 2 dims, but there are 1 lengths}}
layout.tensor @rank : tensor<3xf32, {layout = "onednn:aB16b"}>
// expected-error @below {{`layout` must be the symbol of a descriptor such as `@d`, an affine map or a notation}}
layout.tensor @kind : tensor<3xf32, {layout = 3 : i64}>
// expected-error @below {{`@open` has open lengths (`?`), so only the shape of a tensor determines its layout}}
layout.address @of_open of @open
