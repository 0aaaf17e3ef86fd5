// The blocked layouts of oneDNN for vectors of 16 floats (AVX-512). The developer guide of oneDNN, page "Understanding Memory
// Formats", defines them:
//
// - activations are nChw16c: the element (n, c, h, w) is at n * C * H * W + (c / 16) * H * W * 16 + h * W * 16 + w * 16 +
//   c % 16, where C is rounded up to a multiple of 16;
// - filters are OIhw16i16o, and Ohwi16o for the first convolution, which reads the plain image of at most 3 channels.
layout.target @onednn {summary = "oneDNN's layouts of blocks of 16 channels"} {
  layout.descriptor @nChw16c {
    %n, %c_outer, %h, %w, %c_inner = layout.packed [?, ?, ?, ?, 16]
    %batch   = layout.pass_through %n
    %channel = layout.merge %c_outer, %c_inner
    %row     = layout.pass_through %h
    %column  = layout.pass_through %w
    layout.yield %batch, %channel, %row, %column
  }
  layout.rule kind = convolution [
    #layout.choice<(@nChw16c, "onednn:OIhw16i16o", any...) -> @nChw16c, when = [attr(group, 1) == 1]>,
    #layout.choice<(row_major, "onednn:Ohwi16o", any...) -> @nChw16c, when = [attr(group, 1) == 1, dim(0, 1) in (1 to 3)]>
  ]
  layout.rule kind = pool [#layout.choice<(@nChw16c) -> (@nChw16c, any...)>]
  layout.rule kind = normalization [#layout.choice<(@nChw16c, any...) -> (@nChw16c, any...)>]
  layout.rule kind = elementwise [#layout.choice<same>]
  layout.rule "*" [#layout.choice<(row_major...) -> row_major...>]
}
