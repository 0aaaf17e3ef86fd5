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
// The formats of images split or move the third dim from the end, those of volumes the fourth. So they apply to tensors
// with the dims N, C, H, W, as in ONNX; convolutions and pools of other dims, as in TOSA, are row-major.
#conv = [
  #layout.choice<(hwc8, any...) -> hwc8, when = [elem(0) == f16, rank(0) == 4, dim(0, 1) % 8 == 0, dim(result 0, 1) % 8 == 0]>,
  #layout.choice<(chw32, any...) -> chw32, when = [elem(0) == f16, rank(0) == 4, dim(0, 1) % 32 == 0, dim(result 0, 1) % 32 == 0, attr(group, 1) == 1, attr(feature_group_count, 1) == 1]>,
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

// A layer that changes the format also changes the type, so that it quantizes or dequantizes on the way.
#quantize = [
  #layout.choice<(same, any...) -> same>,
  #layout.choice<(row_major | hwc | hwc8 | chw2, any...) -> row_major | chw4 | chw32, when = [rank(0) == 4]>,
  #layout.choice<(row_major | dhwc | dhwc8, any...) -> row_major | cdhw32, when = [rank(0) == 5]>
]
#dequantize = [
  #layout.choice<(same, any...) -> same>,
  #layout.choice<(row_major | chw4 | chw32, any...) -> row_major | hwc | hwc8 | chw2, when = [rank(0) == 4]>,
  #layout.choice<(row_major | cdhw32, any...) -> row_major | dhwc | dhwc8, when = [rank(0) == 5]>
]

// IMatrixMultiplyLayer reads an operand transposed (MatrixOperation::kTRANSPOSE): a row-major tensor with its last two
// dims exchanged.
#matmul = [#layout.choice<(row_major | CN | CWH | NCWH, row_major | CN | CWH | NCWH, any...) -> row_major>]
#row_major = [#layout.choice<(row_major...) -> row_major...>]

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
  layout.rule kind = convolution #conv
  layout.rule kind = matmul #matmul
  layout.rule kind = pool #pool
  layout.rule kind = elementwise #pointwise inplace = [0, 1, 2]
  layout.rule kind = quantize #quantize
  layout.rule kind = dequantize #dequantize

  // Quantized ops, and those that exporters decompose, are one layer.
  layout.rule "qdq_conv" #conv
  layout.rule "qdq_matmul" #matmul
  layout.rule "qdq_pool" #pool
  layout.rule "qdq_elementwise" #pointwise
  layout.rule "layer_norm" #row_major
  layout.rule "group_norm" #row_major
  layout.rule "softmax" #row_major

  layout.rule "onnx.BatchNormalizationInferenceMode" #scale inplace = [0]
  layout.rule "stablehlo.batch_norm_inference" #scale inplace = [0]
  layout.rule "IE.BatchNormInference" #scale inplace = [0]

  // IDeconvolutionLayer is not IConvolutionLayer.
  layout.rule "onnx.ConvTranspose" #row_major
  layout.rule "tosa.transpose_conv2d" #row_major
  layout.rule "IE.Deconvolution" #row_major
  layout.rule "IE.TransposedConvolution" #row_major

  layout.rule "*" #row_major
}
