// RUN: layoutc %s --passes=lower-addressing --emit=none --verify-diagnostics --split-input-file

layout.record @q8_0 34 bytes {
  layout.field "d" : f16 at 0 bytes
  layout.field "q" : i8 [32] at 2 bytes
}
layout.blocks @w : tensor<4x96xi8> of @q8_0 along d1
// expected-error @below {{`@w`: field `d` has no granularity, so no index of the tensor determines its element}}
layout.address @f of @w {field = "d"}

// -----

layout.tensor @x : tensor<4x5xf32>
// expected-error @below {{`@x` has no fields, because it is not a tensor of records}}
layout.address @f of @x {field = "d"}

// -----

layout.record @q8_0 34 bytes {
  layout.field "q" : i8 [32] at 2 bytes
}
layout.blocks @w : tensor<4x96xi8> of @q8_0 along d1
// expected-error @below {{`unit` of `layout.address` is incompatible with `field`}}
layout.address @f of @w {field = "q", unit = "byte"}

// -----

layout.table @pages dense<[3, 0, 2]> : tensor<3xi32>
layout.descriptor @cache {
  %m, %n = layout.packed [4, 8]
  %p = layout.lookup %m by @pages
  %i = layout.merge %p, %n
  layout.yield %i
}
// expected-error @below {{`@cache` has no addressing function with `form = "inverse"`: functions do not read the inverse of table `@pages`}}
layout.address @g of @cache {form = "inverse"}

// -----

layout.table @pages dense<[3, 0, 2, 1]> : tensor<4xi32>
layout.descriptor @cache {
  %m, %n = layout.packed [4, 8]
  %p = layout.lookup %m by @pages
  %i = layout.merge %p, %n
  layout.yield %i
}
func.func @f(%x: tensor<32xf32>) -> tensor<32xf32, {layout = @cache}> {
  // expected-remark @below {{no kernel for this `layout.reorder`: kernels do not read tables, but a layout depends on `@pages_inverse`}}
  %y = layout.reorder %x : tensor<32xf32> -> tensor<32xf32, {layout = @cache}>
  return %y : tensor<32xf32, {layout = @cache}>
}
