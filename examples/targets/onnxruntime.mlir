// The CPU provider of ONNX Runtime. A tensor of ONNX is row major, so a layout is an order of its dims, which
// `--emit=onnx` writes as a shape. Convolutions, pools, resizes and normalizations of images have the dims N, C, H, W.
// Products have the rows and columns of a matrix last, in front of which the order of the other dims is free. A product of
// two matrices of floats also reads them transposed, as a Gemm. All other ops
// compute on dims in any order, as an attribute names the dims that they reduce, normalize or quantize.
#row_major = [#layout.choice<(row_major...) -> row_major...>]
#same = [#layout.choice<(same, any...) -> (same, any...)>]

// The last dim of a normalized tensor is the one that is normalized, or among those.
#last_dim = [#layout.choice<(row_major, any...) -> (row_major, any...)>,
             #layout.choice<(HCW, any...) -> (HCW, any...), when = [attr(axis, -1) in (-1, 2)]>,
             #layout.choice<(affine_map<(n, c, h, w) -> (c, n, h, w)>, any...) -> (affine_map<(n, c, h, w) -> (c, n, h, w)>, any...), when = [attr(axis, -1) in (-1, 3)]>,
             #layout.choice<(NHCW, any...) -> (NHCW, any...), when = [attr(axis, -1) in (-1, 3)]>]

#matmul = [#layout.choice<(row_major, row_major) -> row_major>,
           #layout.choice<(row_major | CN, row_major | CN) -> row_major, when = [elem(0) in (f32, f64), rank(0) == 2, rank(1) == 2]>,
           #layout.choice<(affine_map<(n, c, h, w) -> (c, n, h, w)>, affine_map<(n, c, h, w) -> (c, n, h, w)>) -> affine_map<(n, c, h, w) -> (c, n, h, w)>>]

layout.target @onnxruntime {
  summary = "the CPU provider of ONNX Runtime: images are NCHW, other ops have the dims in any order",
  features = {tensorNonPacked = true}
} {
  layout.rule kind = convolution #row_major
  layout.rule kind = pool #row_major
  layout.rule kind = resize #row_major
  layout.rule kind = normalization #row_major
  layout.rule kind = recurrent #row_major
  layout.rule kind = gather [#layout.choice<(row_major, row_major) -> row_major>,
                             #layout.choice<(same, any) -> same, when = [rank(1) == 1]>]
  layout.rule kind = elementwise [#layout.choice<same>]
  layout.rule kind = reduction [#layout.choice<(same, any...) -> (same, any...)>,
                                #layout.choice<(any...) -> any..., when = [attr(keepdims, 1) == 0]>]
  layout.rule kind = quantize #same
  layout.rule kind = dequantize #same

  layout.rule "onnx.MatMul" #matmul
  layout.rule "onnx.Gemm" [#layout.choice<(row_major | CN, row_major | CN, any...) -> row_major>]
  layout.rule "onnx.GatherND" #row_major
  layout.rule "onnx.LayerNormalization" #last_dim
  layout.rule "onnx.RMSNormalization" #last_dim
  layout.rule "onnx.Softmax" #same
  layout.rule "onnx.LogSoftmax" #same
  layout.rule "onnx.Pad" #same
  layout.rule "onnx.Tile" #same
  layout.rule "onnx.Expand" #same

  // These copy: their results are dense, and have buffers of their own.
  layout.rule "onnx.Concat" view {copies}
  layout.rule "onnx.Gather" view {copies}
  layout.rule "onnx.Slice" view {copies}
  layout.rule "onnx.Split" view {copies}
  layout.rule "onnx.SplitV11" view {copies}
  layout.rule "onnx.SplitV13" view {copies}

  layout.rule "*" #row_major
}
