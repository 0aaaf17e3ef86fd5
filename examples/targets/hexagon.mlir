// The croutons of Qualcomm's Hexagon: blocks of 2048 bytes of an image. TVM's layouts for Hexagon
// (python/tvm/topi/hexagon/utils.py) define them as index maps of (n, h, w, c):
//
// - 8 bits, nhwc-8h8w32c: (n, h / 8, w / 8, c / 32, h % 8, w % 8, c % 32);
// - 16 bits, nhwc-8h2w32c2w: (n, h / 8, w / 4, c / 32, h % 8, (w % 4) / 2, c % 32, w % 2), which interleaves two columns.
//
// The dims of these maps are those of ONNX: n, c, h, w. A block that the image does not fill is padded.
#crouton8 = affine_map<(n, c, h, w) -> (n, h floordiv 8, w floordiv 8, c floordiv 32, h mod 8, w mod 8, c mod 32)>
#crouton16 = affine_map<(n, c, h, w) -> (n, h floordiv 8, w floordiv 4, c floordiv 32, h mod 8, (w mod 4) floordiv 2, c mod 32, w mod 2)>

layout.target @hexagon {summary = "the croutons of Hexagon: blocks of 2048 bytes of an image"} {
  layout.rule kind = convolution [
    #layout.choice<(#crouton8, any, any...) -> #crouton8, when = [elem(0) in (i8, ui8)]>,
    #layout.choice<(#crouton16, any, any...) -> #crouton16, when = [elem(0) in (f16, i16, ui16)]>
  ]
  layout.rule kind = pool [
    #layout.choice<(#crouton8) -> (#crouton8, any...), when = [elem(0) in (i8, ui8)]>,
    #layout.choice<(#crouton16) -> (#crouton16, any...), when = [elem(0) in (f16, i16, ui16)]>
  ]
  layout.rule kind = elementwise [#layout.choice<same>]
  layout.rule "*" [#layout.choice<(row_major...) -> row_major...>]
}
