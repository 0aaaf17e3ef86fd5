// Images with the channels innermost, as PyTorch's memory formats `channels_last` (images) and `channels_last_3d` (volumes)
// have them: the tutorial "Channels Last Memory Format in PyTorch", and the page on torch.memory_format. Convolutions, pools
// and normalisations take and give such tensors, filters too; elementwise ops keep what they get; all else is row major.
// These formats are for tensors of 4 and of 5 dims; with other ranks no choice applies, which means row major.
#conv = [#layout.choice<(NHWC, NHWC, any...) -> NHWC>, #layout.choice<(NDHWC, NDHWC, any...) -> NDHWC>]
#pool = [#layout.choice<(NHWC) -> (NHWC, any...)>, #layout.choice<(NDHWC) -> (NDHWC, any...)>]
#norm = [#layout.choice<(NHWC, any...) -> (NHWC, any...)>, #layout.choice<(NDHWC, any...) -> (NDHWC, any...)>]
// Operands that are spread over a tensor, such as a bias of one channel each, have no say: `same` passes them over.
#elementwise = [#layout.choice<same>]

layout.target @channels_last {
  summary = "convolutions, pools and norms with the channels innermost, as in PyTorch",
  limits = {
    maxTensorDimensionCount = 15 : i64,                         // orders have at most 15 dims
    maxTensorElements = 9223372036854775807 : i64,              // no bound is known
    maxPerDimensionTensorElements = 9223372036854775807 : i64,  // the same
    maxTensorStride = 9223372036854775807 : i64,                // no bound is known
    maxTensorSize = 9223372036854775807 : i64                   // no bound is known
  },
  features = {tensorNonPacked = true}
} {
  // The filter of a transposed convolution comes as (I, O, Y, X), and is channels-last as any other tensor.
  layout.rule "onnx.Conv" #conv
  layout.rule "onnx.ConvTranspose" #conv

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

  // Resizing is one of the ops that PyTorch runs in both memory formats.
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
