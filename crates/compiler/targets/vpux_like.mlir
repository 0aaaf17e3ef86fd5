// The orders that the ops of an NPU accept, after VPUX (openvinotoolkit/npu_compiler, commit 150e2025aaba of December
// 2024): the table of src/vpux_compiler/src/NPU37XX/dialect/VPU/IR/layout_info.cpp, which the 40XX also uses, with the
// rules of layout_utils.cpp. The rules here name its classes. The table lists ops of the IE dialect. This target has a
// rule for each kind of ops, so that it holds for every dialect, and rules for the names of ops that differ from their
// kind: those of IE, and the ONNX ops that are lowered to them. For ops on the matrix unit, only the channels-last form is
// listed. Concats, slices, splits, reshapes and transposes are in no class, because they are views without rules.

// HW: data and output NHWC, the filter with its input channels innermost. Channels that fill no vector are padded by the device.
#conv = [#layout.choice<(NHWC, OYXI, any...) -> NHWC>]
#unary_hw = [#layout.choice<(NHWC, any...) -> (NHWC, any...)>]
// An operand that is broadcast to 4 dims can have a lower rank, and then keeps its order.
#binary_hw = [
  #layout.choice<(NHWC, NHWC) -> NHWC>,
  #layout.choice<(NHWC, any) -> NHWC, when = [rank(0) == 4, rank(1) != 4]>,
  #layout.choice<(any, NHWC) -> NHWC, when = [rank(0) != 4, rank(1) == 4]>,
  // Other ranks run on the shaders, which accept any order.
  #layout.choice<same, when = [rank(result 0) != 4]>
]
// TOSA's images have the dims N, H, W, C, so that row-major is NHWC.
#tosa_binary_hw = [
  #layout.choice<(row_major, row_major, any...) -> row_major, when = [rank(result 0) == 4]>,
  #layout.choice<(same, same, any...) -> same, when = [rank(result 0) != 4]>
]
// SameAny: the order of the first operand.
#same_any = [#layout.choice<same>]
#same_first = [#layout.choice<(same, any...) -> same>]
// AnyDims: operands and results are independent.
#any_dims = [#layout.choice<(any...) -> any...>]
// SameInOutDefault: operands keep their order, the result has that of the first operand. Default: all keep their order.
#default = [#layout.choice<(row_major...) -> row_major...>]
// SameInOutDefault with the attributes transpose_a and transpose_b: a row-major operand with its last two dims exchanged.
#matmul = [#layout.choice<(row_major | CN | CWH | NCWH, row_major | CN | CWH | NCWH, any...) -> row_major>]
// Reduce: the order of the operand if the dims are kept. Otherwise an order without the reduced dims would also be
// valid, but no choice can express it; the layout is then row-major.
#reduce = [#layout.choice<(same, any...) -> same, when = [rank(0) == rank(result 0)]>]
#reduce_mean = [
  #layout.choice<(NHWC, any...) -> NHWC, when = [rank(0) == rank(result 0)]>,
  #layout.choice<(same, any...) -> same, when = [rank(0) == rank(result 0), rank(0) != 4]>
]
// SameInOut: one of a list of orders.
#four = [
  #layout.choice<(NHWC, row_major...) -> NHWC>, #layout.choice<(NCHW, row_major...) -> NCHW>,
  #layout.choice<(HWC, row_major...) -> HWC>, #layout.choice<(CHW, row_major...) -> CHW>
]
#mvn = [
  #layout.choice<(NCHW, any...) -> NCHW>, #layout.choice<(NHWC, any...) -> NHWC>,
  #layout.choice<(NCWH, any...) -> NCWH>, #layout.choice<(NWHC, any...) -> NWHC>
]
// Special: with scales per channel the channels are innermost; with one scale for all channels the order is free.
#quantize = [
  #layout.choice<(same, any...) -> same, when = [rank(1) == 0]>,
  #layout.choice<(NHWC, any...) -> NHWC>, #layout.choice<(HWC, any...) -> HWC>
]

layout.target @vpux_like {
  summary = "the orders that ops accept on an NPU, after the table of VPUX",
  limits = {
    maxTensorDimensionCount = 15 : i64,                         // orders have at most 15 dims (MAX_NUM_DIMS)
    maxTensorElements = 9223372036854775807 : i64,              // no known bound
    maxPerDimensionTensorElements = 9223372036854775807 : i64,  // the same
    maxTensorStride = 9223372036854775807 : i64,                // no known bound
    maxTensorSize = 9223372036854775807 : i64                   // no known bound
  },
  features = {tensorNonPacked = true}
} {
  // Classes HW and SW.
  layout.rule kind = convolution #conv
  layout.rule kind = pool #unary_hw
  // Interpolation of one channel, or with antialiasing, is NCHW.
  layout.rule kind = resize [
    #layout.choice<(NHWC, any...) -> NHWC, when = [dim(0, 1) != 1, attr(antialias, 0) == 0]>,
    #layout.choice<(NCHW, any...) -> NCHW, when = [dim(0, 1) == 1]>,
    #layout.choice<(NCHW, any...) -> NCHW, when = [attr(antialias, 0) != 0]>
  ]
  layout.rule "onnx.Pad" #unary_hw
  layout.rule "IE.Pad" #unary_hw
  layout.rule "onnx.Add" #binary_hw
  layout.rule "onnx.Mul" #binary_hw
  layout.rule "onnx.Sub" #binary_hw
  layout.rule "IE.Add" #binary_hw
  layout.rule "IE.Multiply" #binary_hw
  layout.rule "IE.Subtract" #binary_hw
  layout.rule "tosa.add" #tosa_binary_hw
  layout.rule "tosa.mul" #tosa_binary_hw
  layout.rule "tosa.sub" #tosa_binary_hw
  layout.rule "onnx.Sum" [#layout.choice<(NHWC...) -> NHWC>, #layout.choice<same, when = [rank(result 0) != 4]>]
  layout.rule "onnx.ReduceMean" #reduce_mean
  layout.rule "IE.ReduceMean" #reduce_mean

  // SameAny. A batch normalization with constants becomes a scale and a shift, or is folded into a convolution.
  layout.rule kind = elementwise #same_any inplace = [0, 1, 2]
  layout.rule "onnx.BatchNormalizationInferenceMode" #same_first inplace = [0]
  layout.rule "stablehlo.batch_norm_inference" #same_first inplace = [0]
  layout.rule "IE.BatchNormInference" #same_first inplace = [0]
  layout.rule "onnx.CumSum" #same_any
  layout.rule "onnx.LogSoftmax" #same_any
  layout.rule "onnx.Softmax" #same_any
  layout.rule "linalg.softmax" #same_any
  layout.rule "IE.CumSum" #same_any
  layout.rule "IE.LogSoftmax" #same_any
  layout.rule "IE.SoftMax" #same_any
  layout.rule "onnx.Tile" [#layout.choice<(same, any) -> same>]
  layout.rule "onnx.TopK" [#layout.choice<(same, any) -> (same, same)>]
  layout.rule "IE.Tile" #same_first
  layout.rule "IE.TopK" [#layout.choice<(same, any...) -> (same, same)>]

  // AnyDims.
  layout.rule "onnx.Expand" #any_dims
  layout.rule "onnx.GRU" #any_dims
  layout.rule "IE.GRUSequence" #any_dims

  // SameInOutDefault.
  layout.rule kind = matmul #matmul
  layout.rule "onnx.And" #default
  layout.rule "onnx.Equal" #default
  layout.rule "onnx.GatherElements" #default
  layout.rule "onnx.Greater" #default
  layout.rule "onnx.GreaterOrEqual" #default
  layout.rule "onnx.IsInf" #default
  layout.rule "onnx.IsNaN" #default
  layout.rule "onnx.Less" #default
  layout.rule "onnx.LessOrEqual" #default
  layout.rule "onnx.LayerNormalization" #default
  layout.rule "onnx.LpNormalization" #default
  layout.rule "onnx.Max" #default
  layout.rule "onnx.Min" #default
  layout.rule "onnx.Mod" #default
  layout.rule "onnx.Not" #default
  layout.rule "onnx.Or" #default
  layout.rule "onnx.RMSLayerNormalization" #default
  layout.rule "onnx.RMSNormalization" #default
  layout.rule "onnx.Where" #default
  layout.rule "onnx.Xor" #default
  layout.rule "IE.And" #default
  layout.rule "IE.Equal" #default
  layout.rule "IE.FloorMod" #default
  layout.rule "IE.Greater" #default
  layout.rule "IE.GreaterEqual" #default
  layout.rule "IE.Less" #default
  layout.rule "IE.LessEqual" #default
  layout.rule "IE.LogicalNot" #default
  layout.rule "IE.LogicalOr" #default
  layout.rule "IE.LogicalXor" #default
  layout.rule "IE.Maximum" #default
  layout.rule "IE.Minimum" #default
  layout.rule "IE.Mod" #default
  layout.rule "IE.NormalizeL2" #default
  layout.rule "IE.NotEqual" #default
  layout.rule "IE.RMS" #default
  layout.rule "IE.Select" #default

  // Default.
  layout.rule kind = gather #default
  layout.rule "onnx.ArgMax" #default
  layout.rule "onnx.ArgMin" #default
  layout.rule "onnx.DFT" #default
  layout.rule "onnx.NonMaxSuppression" #default
  layout.rule "onnx.NonZero" #default
  layout.rule "onnx.OneHot" #default
  layout.rule "onnx.ScatterElements" #default
  layout.rule "onnx.ScatterND" #default

  // Reduce.
  layout.rule kind = reduction #reduce

  // SameInOut from a list of orders.
  layout.rule kind = normalization #mvn
  layout.rule "onnx.LRN" #four
  layout.rule "onnx.MaxRoiPool" #four
  layout.rule "onnx.Pow" #four
  layout.rule "onnx.Upsample" #four
  layout.rule "IE.LRN" #four
  layout.rule "IE.Power" #four
  layout.rule "IE.ROIPooling" #four
  layout.rule "IE.Upsampling" #four
  layout.rule "onnx.Gelu" [#layout.choice<(NCHW) -> NCHW>, #layout.choice<(NHWC) -> NHWC>]
  layout.rule "IE.Gelu" [#layout.choice<(NCHW) -> NCHW>, #layout.choice<(NHWC) -> NHWC>]

  // Always NHWC.
  layout.rule "onnx.DepthToSpace" [#layout.choice<(NHWC) -> NHWC>]
  layout.rule "IE.DepthToSpace" [#layout.choice<(NHWC) -> NHWC>]

  // Quantized ops, and those that exporters decompose, are one op.
  layout.rule "qdq_conv" #conv
  layout.rule "qdq_matmul" #matmul
  layout.rule "qdq_pool" #unary_hw
  layout.rule "qdq_elementwise" #same_any
  layout.rule "group_norm" #mvn
  layout.rule "layer_norm" #default
  layout.rule "softmax" #same_any

  layout.rule kind = quantize #quantize
  layout.rule kind = dequantize #quantize
  // These have one scale, or their images have other dims than N, C, H, W.
  layout.rule "stablehlo.uniform_dequantize" #same_first
  layout.rule "stablehlo.uniform_quantize" #same_first
  layout.rule "tosa.rescale" #same_first

  layout.rule "*" #default
}
