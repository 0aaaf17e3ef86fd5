// Images with the channels innermost, as in PyTorch's memory formats `channels_last` (images) and `channels_last_3d`
// (volumes): see the tutorial "Channels Last Memory Format in PyTorch", and the page on torch.memory_format.
// Convolutions, pools and normalizations have such operands and results, including filters; elementwise ops keep the
// layouts of their operands; matrix products read transposed operands; all other ops are row-major. These formats are for tensors of 4 and 5 dims. For other
// ranks no choice applies, so the layout is row-major.
#conv = [#layout.choice<(NHWC, NHWC, any...) -> NHWC>, #layout.choice<(NDHWC, NDHWC, any...) -> NDHWC>]
#pool = [#layout.choice<(NHWC) -> (NHWC, any...)>, #layout.choice<(NDHWC) -> (NDHWC, any...)>]
#norm = [#layout.choice<(NHWC, any...) -> (NHWC, any...)>, #layout.choice<(NDHWC, any...) -> (NDHWC, any...)>]
// Operands that are broadcast, such as a bias with one value per channel, have no effect on the layout: `same` ignores
// them.
#elementwise = [#layout.choice<same>]

// A matrix product reads an operand and writes its result with either of the last two dims innermost, and with the heads
// of attention between the rows (batch, row, head, column): BLAS and oneDNN have a stride for each dim. So the
// transposes of attention move no data.
#matmul = [#layout.choice<(row_major | CN | CWH | HCW | affine_map<(b, m, k) -> (k, b, m)> | NCWH | NHCW | NWCH,
                           row_major | CN | CWH | HCW | affine_map<(b, m, k) -> (k, b, m)> | NCWH | NHCW | NWCH, any...)
                          -> row_major | CN | CWH | HCW | affine_map<(b, m, k) -> (k, b, m)> | NCWH | NHCW | NWCH>]

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
  // The filter of a transposed convolution has the dims (I, O, Y, X), and is channels-last like any other tensor.
  layout.rule "onnx.Conv" #conv
  layout.rule "onnx.ConvTranspose" #conv

  layout.rule "onnx.Gemm" #matmul
  layout.rule "onnx.MatMul" #matmul

  layout.rule "onnx.AveragePool" #pool
  layout.rule "onnx.GlobalAveragePool" #pool
  layout.rule "onnx.GlobalMaxPool" #pool
  layout.rule "onnx.LpPool" #pool
  layout.rule "onnx.MaxPool" #pool
  layout.rule "onnx.MaxPoolSingleOut" #pool

  layout.rule "onnx.BatchNormalization" #norm
  layout.rule "onnx.BatchNormalizationInferenceMode" #norm
  layout.rule "onnx.GroupNormalization" #norm
  layout.rule "onnx.InstanceNormalization" #norm
  layout.rule "onnx.LRN" #norm

  // PyTorch resizes tensors in both memory formats.
  layout.rule "onnx.Resize" #norm
  layout.rule "onnx.Upsample" #norm

  layout.rule "onnx.Abs" #elementwise
  layout.rule "onnx.Acos" #elementwise
  layout.rule "onnx.Add" #elementwise
  layout.rule "onnx.And" #elementwise
  layout.rule "onnx.Asin" #elementwise
  layout.rule "onnx.Atan" #elementwise
  layout.rule "onnx.Cast" #elementwise
  layout.rule "onnx.Ceil" #elementwise
  layout.rule "onnx.Celu" #elementwise
  layout.rule "onnx.Clip" #elementwise
  layout.rule "onnx.Cos" #elementwise
  layout.rule "onnx.Cosh" #elementwise
  layout.rule "onnx.Div" #elementwise
  layout.rule "onnx.Dropout" #elementwise
  layout.rule "onnx.Elu" #elementwise
  layout.rule "onnx.Equal" #elementwise
  layout.rule "onnx.Erf" #elementwise
  layout.rule "onnx.Exp" #elementwise
  layout.rule "onnx.Floor" #elementwise
  layout.rule "onnx.Gelu" #elementwise
  layout.rule "onnx.Greater" #elementwise
  layout.rule "onnx.GreaterOrEqual" #elementwise
  layout.rule "onnx.HardSigmoid" #elementwise
  layout.rule "onnx.HardSwish" #elementwise
  layout.rule "onnx.IsInf" #elementwise
  layout.rule "onnx.IsNaN" #elementwise
  layout.rule "onnx.LeakyRelu" #elementwise
  layout.rule "onnx.Less" #elementwise
  layout.rule "onnx.LessOrEqual" #elementwise
  layout.rule "onnx.Log" #elementwise
  layout.rule "onnx.Max" #elementwise
  layout.rule "onnx.Mean" #elementwise
  layout.rule "onnx.Min" #elementwise
  layout.rule "onnx.Mish" #elementwise
  layout.rule "onnx.Mod" #elementwise
  layout.rule "onnx.Mul" #elementwise
  layout.rule "onnx.Neg" #elementwise
  layout.rule "onnx.Not" #elementwise
  layout.rule "onnx.Or" #elementwise
  layout.rule "onnx.PRelu" #elementwise
  layout.rule "onnx.Pow" #elementwise
  layout.rule "onnx.Reciprocal" #elementwise
  layout.rule "onnx.Relu" #elementwise
  layout.rule "onnx.Round" #elementwise
  layout.rule "onnx.Selu" #elementwise
  layout.rule "onnx.Sigmoid" #elementwise
  layout.rule "onnx.Sign" #elementwise
  layout.rule "onnx.Sin" #elementwise
  layout.rule "onnx.Sinh" #elementwise
  layout.rule "onnx.Softplus" #elementwise
  layout.rule "onnx.Softsign" #elementwise
  layout.rule "onnx.Sqrt" #elementwise
  layout.rule "onnx.Sub" #elementwise
  layout.rule "onnx.Sum" #elementwise
  layout.rule "onnx.Tan" #elementwise
  layout.rule "onnx.Tanh" #elementwise
  layout.rule "onnx.ThresholdedRelu" #elementwise
  layout.rule "onnx.Where" #elementwise
  layout.rule "onnx.Xor" #elementwise

  layout.rule "*" [#layout.choice<(row_major...) -> row_major...>]
}
