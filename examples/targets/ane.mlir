// The tensors of Apple's Neural Engine, as the article "Deploying Transformers on the Apple Neural Engine" describes them:
// four dims, channels first, (B, C, 1, S). The last dim is contiguous and aligned to 64 bytes, so that a last dim of length 1
// needs 32 times the memory in 16 bits, and 64 times in 8 bits.
layout.target @ane {summary = "tensors of the Apple Neural Engine: planes with rows of whole 64 bytes"} {
  // The stride of a row is a multiple of 64 bytes: 32 elements of 16 bits, or 64 of 8 bits.
  layout.descriptor @rows_of_16_bits {
    %0, %1, %2, %3 = layout.aligned [?, ?, ?, ?] to 32
    %n = layout.pass_through %0
    %c = layout.pass_through %1
    %h = layout.pass_through %2
    %w = layout.pass_through %3
    layout.yield %n, %c, %h, %w
  }
  layout.descriptor @rows_of_8_bits {
    %0, %1, %2, %3 = layout.aligned [?, ?, ?, ?] to 64
    %n = layout.pass_through %0
    %c = layout.pass_through %1
    %h = layout.pass_through %2
    %w = layout.pass_through %3
    layout.yield %n, %c, %h, %w
  }
  layout.rule kind = convolution [
    #layout.choice<(@rows_of_16_bits, any, any...) -> @rows_of_16_bits, when = [elem(0) in (f16, i16)]>,
    #layout.choice<(@rows_of_8_bits, any, any...) -> @rows_of_8_bits, when = [elem(0) in (i8, ui8)]>
  ]
  layout.rule kind = pool [
    #layout.choice<(@rows_of_16_bits) -> (@rows_of_16_bits, any...), when = [elem(0) in (f16, i16)]>,
    #layout.choice<(@rows_of_8_bits) -> (@rows_of_8_bits, any...), when = [elem(0) in (i8, ui8)]>
  ]
  layout.rule kind = elementwise [#layout.choice<same>]
  layout.rule "*" [#layout.choice<(row_major...) -> row_major...>]
}
