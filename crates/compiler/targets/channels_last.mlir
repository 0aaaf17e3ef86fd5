// Images with the channels innermost, as in PyTorch's memory formats `channels_last` (images) and `channels_last_3d`
// (volumes): see the tutorial "Channels Last Memory Format in PyTorch", and the page on torch.memory_format.
// Convolutions, pools and normalizations have such operands and results, including filters; elementwise ops and
// reductions keep the layouts of their operands; matrix products read transposed operands; all other ops are row-major.
// These formats are for tensors of 4 and 5 dims. For other ranks no choice applies, so the layout is row-major. The rules
// are by kind, so they hold for every dialect: NHWC is the row-major layout of an image in TOSA.
#conv = [#layout.choice<(NHWC, OYXI, any...) -> NHWC>, #layout.choice<(NDHWC, NDHWC, any...) -> NDHWC>]
#pool = [#layout.choice<(NHWC) -> (NHWC, any...)>, #layout.choice<(NDHWC) -> (NDHWC, any...)>]
#norm = [#layout.choice<(NHWC, any...) -> (NHWC, any...)>, #layout.choice<(NDHWC, any...) -> (NDHWC, any...)>]
// Operands that are broadcast, such as a bias with one value per channel, have no effect on the layout: `same` ignores
// them.
#elementwise = [#layout.choice<same>]
#quantize = [#layout.choice<(same, any...) -> (same, any...)>]
// A reduction reads any layout. Where it keeps the dims, its result has the layout of its operand.
#reduction = [#layout.choice<(same, any...) -> (same, any...)>,
              #layout.choice<(any...) -> any..., when = [attr(keepdims, 1) == 0]>]
#row_major = [#layout.choice<(row_major...) -> row_major...>]

// A matrix product reads an operand and writes its result with either of the last two dims innermost, and with the heads
// of attention between the rows (batch, row, head, column): BLAS and oneDNN have a stride for each dim. So the
// transposes of attention move no data.
#matmul = [#layout.choice<(row_major | CN | CWH | HCW | affine_map<(b, m, k) -> (k, b, m)> | NCWH | NHCW | NWCH,
                           row_major | CN | CWH | HCW | affine_map<(b, m, k) -> (k, b, m)> | NCWH | NHCW | NWCH, any...)
                          -> row_major | CN | CWH | HCW | affine_map<(b, m, k) -> (k, b, m)> | NCWH | NHCW | NWCH>]

// Attention is a product of products, which reads and writes the heads of attention where they are.
#attention = [#layout.choice<(row_major | CWH | HCW | NCWH | NHCW, row_major | CWH | HCW | NCWH | NHCW | NWCH | affine_map<(b, m, k) -> (k, b, m)>, row_major | CWH | HCW | NCWH | NHCW)
                             -> row_major | HCW | NHCW>]
#rope = [#layout.choice<(same, any, any) -> same>]

layout.target @channels_last {
  summary = "convolutions, pools and norms with the channels innermost, as in PyTorch",
  limits = {
    maxTensorDimensionCount = 15 : i64,                         // orders have at most 15 dims
    maxTensorElements = 9223372036854775807 : i64,              // no known bound
    maxPerDimensionTensorElements = 9223372036854775807 : i64,  // the same
    maxTensorStride = 9223372036854775807 : i64,                // no known bound
    maxTensorSize = 9223372036854775807 : i64                   // no known bound
  },
  features = {tensorNonPacked = true}
} {
  layout.rule kind = convolution #conv
  layout.rule kind = elementwise #elementwise inplace = [0, 1, 2]
  layout.rule kind = matmul #matmul
  layout.rule kind = normalization #norm
  layout.rule kind = pool #pool
  layout.rule kind = reduction #reduction
  // PyTorch resizes tensors in both memory formats.
  layout.rule kind = resize #norm
  layout.rule kind = quantize #quantize
  layout.rule kind = dequantize #quantize

  // Quantized ops, and those that exporters decompose, are one op.
  layout.rule "qdq_conv" #conv
  layout.rule "qdq_matmul" #matmul
  layout.rule "qdq_pool" #pool
  layout.rule "qdq_resize" #norm
  layout.rule "qdq_elementwise" #elementwise
  layout.rule "dynamic_matmul" #matmul
  layout.rule "group_norm" #norm
  layout.rule "layer_norm" #row_major
  layout.rule "softmax" #row_major
  layout.rule "attention" #attention
  layout.rule "rope" #rope

  // The filter of these has the dims (I, O, Y, X), and is channels-last like any other tensor: (I, Y, X, O).
  layout.rule "onnx.ConvTranspose" [#layout.choice<(NHWC, NHWC, any...) -> NHWC>, #layout.choice<(NDHWC, NDHWC, any...) -> NDHWC>]
  layout.rule "IE.Deconvolution" [#layout.choice<(NHWC, NHWC, any...) -> NHWC>, #layout.choice<(NDHWC, NDHWC, any...) -> NDHWC>]

  // These normalize dims of any meaning.
  layout.rule "onnx.LayerNormalization" #row_major
  layout.rule "onnx.LpNormalization" #row_major
  layout.rule "onnx.RMSLayerNormalization" #row_major
  layout.rule "onnx.RMSNormalization" #row_major
  layout.rule "IE.NormalizeL2" #row_major
  layout.rule "IE.RMS" #row_major

  layout.rule "*" #row_major
}
