// RUN: layoutc %s --split-input-file --verify-diagnostics --emit=none

layout.record @a 18 bytes {
  layout.field "d" : f16 at 0 bytes per 32
  layout.field "qs" : ui4 [32] at 2 bytes
}
layout.record @wide 22 bytes {
  layout.field "d" : f32 at 0 bytes per 32
  layout.field "qs" : ui4 [32] at 4 bytes
}
layout.record @fine 20 bytes {
  layout.field "d" : f16 [2] at 0 bytes per 16
  layout.field "qs" : ui4 [32] at 4 bytes
}
layout.record @other 20 bytes {
  layout.field "d" : f16 at 0 bytes per 32
  layout.field "m" : f16 at 2 bytes per 32
  layout.field "qs" : ui4 [32] at 4 bytes
}
layout.blocks @x : tensor<4x64xui4> of @a along d1
layout.blocks @x_wide : tensor<4x64xui4> of @wide along d1
layout.blocks @x_fine : tensor<4x64xui4> of @fine along d1
layout.blocks @x_other : tensor<4x64xui4> of @other along d1
layout.blocks @x_long : tensor<4x96xui4> of @a along d1
layout.tensor @t : tensor<4x64xui4>
// expected-error @below {{`@x` cannot be repacked as `@x_wide`: an element of field `d` has 16 bits in the source, but 32 bits in the target}}
layout.kernel @k0 from @x to @x_wide
// expected-error @below {{`@x` cannot be repacked as `@x_fine`: field `d` is per [1, 32] in the source, but per [1, 16] in the target}}
layout.kernel @k1 from @x to @x_fine
// expected-error @below {{`@x` cannot be repacked as `@x_other`: the target has a field `m`, but the source has none of this name}}
layout.kernel @k2 from @x to @x_other
// expected-error @below {{`@x_other` cannot be repacked as `@x`: the source has a field `m`, but the target has none of this name}}
layout.kernel @k3 from @x_other to @x
// expected-error @below {{`@x` cannot be repacked as `@x_long`: the source has lengths [4, 64], but the target has [4, 96]}}
layout.kernel @k4 from @x to @x_long
// expected-error @below {{unknown symbol `@t`; expected a tensor of records}}
layout.kernel @k5 from @t to @x

// -----

layout.record @two 9 bytes elements ["low", "high"] {
  layout.field "low" : ui4 [8] at 0 bytes
  layout.field "high" : ui4 [8] at 4 bytes
  layout.field "raw" : ui8 at 8 bytes
}
layout.record @swapped 9 bytes elements ["high", "low"] {
  layout.field "low" : ui4 [8] at 0 bytes
  layout.field "high" : ui4 [8] at 4 bytes
  layout.field "raw" : ui8 at 8 bytes
}
layout.record @longer 18 bytes elements ["low", "high"] {
  layout.field "low" : ui4 [16] at 0 bytes
  layout.field "high" : ui4 [16] at 8 bytes
  layout.field "raw" : ui8 at 16 bytes
}
layout.blocks @x : tensor<16xui8> of @two along d0
layout.blocks @y : tensor<16xui8> of @swapped along d0
layout.blocks @z : tensor<16xui8> of @longer along d0
// expected-error @below {{`@x` cannot be repacked as `@y`: an element has the fields ["low", "high"] in the source, but ["high", "low"] in the target}}
layout.kernel @k0 from @x to @y
// expected-error @below {{`@x` cannot be repacked as `@z`: field `raw` is of lengths [1] without a granularity in blocks of [8] in the source, but of lengths [1] without a granularity in blocks of [16] in the target}}
layout.kernel @k1 from @x to @z

// -----

layout.record @a 4 bytes {
  layout.field "q" : ui4 [8] at 0 bytes
}
layout.blocks @x : tensor<16xui4> of @a along d0
layout.kernel @k from @x to @x
func.func @f(%x: tensor<16xi8>) -> tensor<16xi8> {
  // expected-error @below {{`@k` repacks records, so it is not the kernel of this `layout.reorder`}}
  %y = layout.reorder %x {layout.kernel = @k} : tensor<16xi8> -> tensor<16xi8>
  return %y : tensor<16xi8>
}

// -----

// expected-error @below {{`layout.kernel` between records must have `to`}}
"layout.kernel"() {sym_name = "k", from = @x} : () -> ()

// -----

// expected-error @below {{the type of `layout.kernel` must be a function from one tensor to one tensor}}
layout.kernel @k
