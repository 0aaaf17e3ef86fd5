// RUN: layoutc %s --emit=none --verify-diagnostics --split-input-file

layout.record @q8_0 34 bytes {
  layout.field "d" : f16 at 0 bytes per 32
  layout.field "q" : i8 [32] at 2 bytes
}
// expected-error @below {{the elements of the type have 4 bits, but those of `@q8_0` have 8 bits}}
layout.blocks @w : tensor<4x96xui4> of @q8_0 along d1

// -----

layout.record @q8_0 34 bytes {
  layout.field "q" : i8 [32] at 2 bytes
}
// expected-error @below {{the length of dim 1 must be a multiple of the 32 elements of a record, but is 90}}
layout.blocks @w : tensor<4x90xi8> of @q8_0 along d1

// -----

layout.record @q8_0 34 bytes {
  layout.field "q" : i8 [32] at 2 bytes
}
// expected-error @below {{the record covers dim 2, but the tensor has 2 dims}}
layout.blocks @w : tensor<4x96xi8> of @q8_0 along d2

// -----

layout.record @q8_0 34 bytes {
  layout.field "q" : i8 [32] at 2 bytes
}
// expected-error @below {{unknown symbol `@q8`; expected a record}}
layout.blocks @w : tensor<4x96xi8> of @q8 along d1

// -----

layout.record @q8_0 34 bytes {
  layout.field "q" : i8 [32] at 2 bytes
}
// expected-error @below {{the type of `layout.blocks` must have static lengths, but is `tensor<?x96xi8>`}}
layout.blocks @w : tensor<?x96xi8> of @q8_0 along d1
