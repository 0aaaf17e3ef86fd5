// The formats that the layers of TensorRT accept on a GPU. Every choice is also checked against the table "Supported
// I/O formats" of the developer guide (type, rank and channels), which `layoutc --list-formats` prints. TensorRT's
// builder selects kernels by measurement; this target is a model for layouts:
// - Convolutions use tensor cores if the numbers of channels are multiples of the values that the guide suggests in its
//   section on tensor cores: 4 for TF32, 8 for half precision, 32 for INT8. These kernels read and write whole vectors
//   of channels.
// - The first layer of a network has too few channels for tensor cores; its kernels read the formats of images.
// - Half precision without tensor cores uses pairs (kCHW2), and INT8 uses groups of four (kCHW4).
// - Pools accept every format of their type, and keep it. Pointwise layers also have the same format for operand and
//   result.
// - All other layers are linear (kLINEAR). This is written as row-major, which also applies to types without a format.
// The formats of images split or move the third dim from the end, those of volumes the fourth.
#conv = [
  #layout.choice<(hwc8, any...) -> hwc8, when = [elem(0) == f16, rank(0) == 4, dim(0, 1) % 8 == 0, dim(result 0, 1) % 8 == 0]>,
  #layout.choice<(chw32, any...) -> chw32, when = [elem(0) == f16, rank(0) == 4, dim(0, 1) % 32 == 0, dim(result 0, 1) % 32 == 0, attr(group, 1) == 1]>,
  #layout.choice<(row_major, any...) -> hwc8, when = [elem(0) == f16, rank(0) == 4, dim(0, 1) in (1 to 4), dim(result 0, 1) % 8 == 0]>,
  #layout.choice<(hwc8, any...) -> hwc8, when = [elem(0) == f16, rank(0) == 4, dim(0, 1) in (1 to 4), dim(result 0, 1) % 8 == 0]>,
  #layout.choice<(chw2, any...) -> chw2, when = [elem(0) == f16, rank(0) == 4, dim(0, 1) % 8 != 0]>,
  #layout.choice<(chw2, any...) -> chw2, when = [elem(0) == f16, rank(0) == 4, dim(0, 1) % 8 == 0, dim(result 0, 1) % 8 != 0]>,
  #layout.choice<(row_major, any...) -> row_major, when = [elem(0) == f16, rank(0) == 4, dim(0, 1) % 8 != 0]>,
  #layout.choice<(row_major, any...) -> row_major, when = [elem(0) == f16, rank(0) == 4, dim(0, 1) % 8 == 0, dim(result 0, 1) % 8 != 0]>,
  #layout.choice<(chw32, any...) -> chw32, when = [elem(0) == i8, rank(0) == 4, dim(0, 1) % 32 == 0, dim(result 0, 1) % 32 == 0]>,
  #layout.choice<(chw4, any...) -> chw32, when = [elem(0) == i8, rank(0) == 4, dim(0, 1) in (1 to 4), dim(result 0, 1) % 32 == 0]>,
  #layout.choice<(chw4, any...) -> chw4, when = [elem(0) == i8, elem(result 0) == i8, rank(0) == 4]>,
  #layout.choice<(hwc, any...) -> hwc, when = [elem(0) == f32, rank(0) == 4, dim(0, 1) % 4 == 0, dim(result 0, 1) % 4 == 0]>,
  #layout.choice<(row_major, any...) -> hwc, when = [elem(0) == f32, rank(0) == 4, dim(0, 1) in (1 to 3), dim(result 0, 1) % 4 == 0]>,
  #layout.choice<(row_major, any...) -> row_major, when = [elem(0) == f32, rank(0) == 4, dim(0, 1) % 4 != 0]>,
  #layout.choice<(row_major, any...) -> row_major, when = [elem(0) == f32, rank(0) == 4, dim(0, 1) % 4 == 0, dim(result 0, 1) % 4 != 0]>,
  #layout.choice<(dhwc8, any...) -> dhwc8, when = [elem(0) == f16, rank(0) == 5, dim(0, 1) % 8 == 0, dim(result 0, 1) % 8 == 0]>,
  #layout.choice<(cdhw32, any...) -> cdhw32, when = [elem(0) in (f16, i8), rank(0) == 5, dim(0, 1) % 32 == 0, dim(result 0, 1) % 32 == 0]>,
  #layout.choice<(dhwc, any...) -> dhwc, when = [elem(0) == f32, rank(0) == 5, dim(0, 1) % 4 == 0, dim(result 0, 1) % 4 == 0]>
]
#pool = [
  #layout.choice<(hwc8) -> (hwc8, any...), when = [rank(0) == 4]>,
  #layout.choice<(chw2) -> (chw2, any...), when = [rank(0) == 4]>,
  #layout.choice<(chw32) -> (chw32, any...), when = [elem(0) in (f16, i8), rank(0) == 4]>,
  #layout.choice<(chw4) -> (chw4, any...), when = [elem(0) == i8, rank(0) == 4]>,
  #layout.choice<(hwc) -> (hwc, any...), when = [rank(0) == 4]>,
  #layout.choice<(dhwc8) -> (dhwc8, any...), when = [rank(0) == 5]>,
  #layout.choice<(cdhw32) -> (cdhw32, any...), when = [rank(0) == 5]>,
  #layout.choice<(dhwc) -> (dhwc, any...), when = [rank(0) == 5]>,
  #layout.choice<(row_major) -> row_major...>
]
#pointwise = [#layout.choice<same>]
// A scale per channel is also a pointwise layer; the constants have one dim.
#scale = [#layout.choice<(same, any...) -> same>]

// IMatrixMultiplyLayer reads an operand transposed (MatrixOperation::kTRANSPOSE): a row-major tensor with its last two
// dims exchanged.
#matmul = [#layout.choice<(row_major | CN | CWH | NCWH, row_major | CN | CWH | NCWH, any...) -> row_major>]

layout.target @tensorrt_like {
  summary = "the formats that layers accept on a GPU, after TensorRT",
  limits = {
    maxTensorDimensionCount = 9 : i64,                          // Dims::MAX_DIMS is 8, and a format can split one
    maxTensorElements = 2147483647 : i64,                       // INetworkDefinition::addInput: a volume below 2^31
    maxPerDimensionTensorElements = 2147483647 : i64,           // the same
    maxTensorStride = 9223372036854775807 : i64,                // no known bound
    maxTensorSize = 9223372036854775807 : i64                   // no known bound
  },
  features = {tensorNonPacked = true}
} {
  layout.rule "onnx.Conv" #conv

  layout.rule "onnx.Gemm" #matmul
  layout.rule "onnx.MatMul" #matmul

  layout.rule "onnx.AveragePool" #pool
  layout.rule "onnx.GlobalAveragePool" #pool
  layout.rule "onnx.GlobalMaxPool" #pool
  layout.rule "onnx.MaxPool" #pool
  layout.rule "onnx.MaxPoolSingleOut" #pool

  layout.rule "onnx.BatchNormalizationInferenceMode" #scale
  layout.rule "onnx.DequantizeLinear" #scale
  layout.rule "onnx.QuantizeLinear" #scale

  layout.rule "onnx.Abs" #pointwise
  layout.rule "onnx.Acos" #pointwise
  layout.rule "onnx.Add" #pointwise
  layout.rule "onnx.And" #pointwise
  layout.rule "onnx.Asin" #pointwise
  layout.rule "onnx.Atan" #pointwise
  layout.rule "onnx.Cast" #pointwise
  layout.rule "onnx.Ceil" #pointwise
  layout.rule "onnx.Celu" #pointwise
  layout.rule "onnx.Clip" #pointwise
  layout.rule "onnx.Cos" #pointwise
  layout.rule "onnx.Cosh" #pointwise
  layout.rule "onnx.Div" #pointwise
  layout.rule "onnx.Dropout" #pointwise
  layout.rule "onnx.Elu" #pointwise
  layout.rule "onnx.Equal" #pointwise
  layout.rule "onnx.Erf" #pointwise
  layout.rule "onnx.Exp" #pointwise
  layout.rule "onnx.Floor" #pointwise
  layout.rule "onnx.Gelu" #pointwise
  layout.rule "onnx.Greater" #pointwise
  layout.rule "onnx.GreaterOrEqual" #pointwise
  layout.rule "onnx.HardSigmoid" #pointwise
  layout.rule "onnx.HardSwish" #pointwise
  layout.rule "onnx.IsInf" #pointwise
  layout.rule "onnx.IsNaN" #pointwise
  layout.rule "onnx.LeakyRelu" #pointwise
  layout.rule "onnx.Less" #pointwise
  layout.rule "onnx.LessOrEqual" #pointwise
  layout.rule "onnx.Log" #pointwise
  layout.rule "onnx.Max" #pointwise
  layout.rule "onnx.Mean" #pointwise
  layout.rule "onnx.Min" #pointwise
  layout.rule "onnx.Mish" #pointwise
  layout.rule "onnx.Mod" #pointwise
  layout.rule "onnx.Mul" #pointwise
  layout.rule "onnx.Neg" #pointwise
  layout.rule "onnx.Not" #pointwise
  layout.rule "onnx.Or" #pointwise
  layout.rule "onnx.PRelu" #pointwise
  layout.rule "onnx.Pow" #pointwise
  layout.rule "onnx.Reciprocal" #pointwise
  layout.rule "onnx.Relu" #pointwise
  layout.rule "onnx.Round" #pointwise
  layout.rule "onnx.Selu" #pointwise
  layout.rule "onnx.Sigmoid" #pointwise
  layout.rule "onnx.Sign" #pointwise
  layout.rule "onnx.Sin" #pointwise
  layout.rule "onnx.Sinh" #pointwise
  layout.rule "onnx.Softplus" #pointwise
  layout.rule "onnx.Softsign" #pointwise
  layout.rule "onnx.Sqrt" #pointwise
  layout.rule "onnx.Sub" #pointwise
  layout.rule "onnx.Sum" #pointwise
  layout.rule "onnx.Tan" #pointwise
  layout.rule "onnx.Tanh" #pointwise
  layout.rule "onnx.ThresholdedRelu" #pointwise
  layout.rule "onnx.Where" #pointwise
  layout.rule "onnx.Xor" #pointwise

  layout.rule "*" [#layout.choice<(row_major...) -> row_major...>]
}
