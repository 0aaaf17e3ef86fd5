// The orders that the ops of an NPU accept, after VPUX (openvinotoolkit/npu_compiler, commit 150e2025aaba of December
// 2024): the table of src/vpux_compiler/src/NPU37XX/dialect/VPU/IR/layout_info.cpp, which the 40XX also uses, with the
// rules of layout_utils.cpp. The rules here name its classes. The table lists ops of the IE dialect; this target lists
// the ONNX ops that are lowered to them. For ops on the matrix unit, only the channels-last form is listed. Concats,
// slices, splits, reshapes and transposes are in no class, because they are views without rules.

// HW: data and output NHWC, the filter with its input channels innermost. Channels that fill no vector are padded by the device.
#conv = [#layout.choice<(NHWC, OYXI, any...) -> NHWC>]
#unary_hw = [#layout.choice<(NHWC, any...) -> NHWC>]
// An operand that is broadcast to 4 dims can have a lower rank, and then keeps its order.
#binary_hw = [
  #layout.choice<(NHWC, NHWC) -> NHWC>,
  #layout.choice<(NHWC, any) -> NHWC, when = [rank(0) == 4, rank(1) != 4]>,
  #layout.choice<(any, NHWC) -> NHWC, when = [rank(0) != 4, rank(1) == 4]>,
  // Other ranks run on the shaders, which accept any order.
  #layout.choice<same, when = [rank(result 0) != 4]>
]
// SameAny: the order of the first operand.
#same_any = [#layout.choice<same>]
// AnyDims: operands and results are independent.
#any_dims = [#layout.choice<(any...) -> any...>]
// SameInOutDefault: operands keep their order, the result has that of the first operand. Default: all keep their order.
#default = [#layout.choice<(row_major...) -> row_major...>]
// SameInOutDefault with the attributes transpose_a and transpose_b: a row-major operand with its last two dims exchanged.
#matmul = [#layout.choice<(row_major | CN | CWH | NCWH, row_major | CN | CWH | NCWH, any...) -> row_major>]
// Reduce: the order of the operand if the dims are kept. Otherwise an order without the reduced dims would also be
// valid, but no choice can express it; the layout is then row-major.
#reduce = [#layout.choice<(same, any...) -> same, when = [attr(keepdims, 1) == 1]>]
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
  layout.rule "onnx.Conv" #conv
  // This filter is (I, O, Y, X) in ONNX; the matrix unit stores it like any other filter, as (O, Y, X, I) from the
  // outside.
  layout.rule "onnx.ConvTranspose" [#layout.choice<(NHWC, affine_map<(i, o, y, x) -> (o, y, x, i)>, any...) -> NHWC>]
  layout.rule "onnx.AveragePool" #unary_hw
  layout.rule "onnx.GlobalAveragePool" #unary_hw
  layout.rule "onnx.GlobalMaxPool" #unary_hw
  layout.rule "onnx.MaxPoolSingleOut" #unary_hw
  layout.rule "onnx.Pad" #unary_hw
  layout.rule "onnx.Add" #binary_hw
  layout.rule "onnx.Mul" #binary_hw
  layout.rule "onnx.Sub" #binary_hw
  layout.rule "onnx.Sum" [#layout.choice<(NHWC...) -> NHWC>, #layout.choice<same, when = [rank(result 0) != 4]>]
  layout.rule "onnx.ReduceMean" [
    #layout.choice<(NHWC, any...) -> NHWC, when = [attr(keepdims, 1) == 1]>,
    #layout.choice<(same, any...) -> same, when = [attr(keepdims, 1) == 1, rank(0) != 4]>
  ]
  // Interpolation of one channel, or with antialiasing, is NCHW.
  layout.rule "onnx.Resize" [
    #layout.choice<(NHWC, any...) -> NHWC, when = [dim(0, 1) != 1, attr(antialias, 0) == 0]>,
    #layout.choice<(NCHW, any...) -> NCHW, when = [dim(0, 1) == 1]>,
    #layout.choice<(NCHW, any...) -> NCHW, when = [attr(antialias, 0) != 0]>
  ]

  // SameAny. A batch normalization with constants becomes a scale and a shift, or is folded into a convolution.
  layout.rule "onnx.BatchNormalizationInferenceMode" [#layout.choice<(same, any...) -> same>]
  layout.rule "onnx.Abs" #same_any
  layout.rule "onnx.Acos" #same_any
  layout.rule "onnx.Asin" #same_any
  layout.rule "onnx.Atan" #same_any
  layout.rule "onnx.Cast" #same_any
  layout.rule "onnx.Ceil" #same_any
  layout.rule "onnx.Celu" #same_any
  layout.rule "onnx.Clip" #same_any
  layout.rule "onnx.Cos" #same_any
  layout.rule "onnx.Cosh" #same_any
  layout.rule "onnx.Dropout" #same_any
  layout.rule "onnx.Elu" #same_any
  layout.rule "onnx.Erf" #same_any
  layout.rule "onnx.Exp" #same_any
  layout.rule "onnx.Floor" #same_any
  layout.rule "onnx.HardSigmoid" #same_any
  layout.rule "onnx.HardSwish" #same_any
  layout.rule "onnx.LeakyRelu" #same_any
  layout.rule "onnx.Log" #same_any
  layout.rule "onnx.Mish" #same_any
  layout.rule "onnx.Neg" #same_any
  layout.rule "onnx.PRelu" #same_any
  layout.rule "onnx.Reciprocal" #same_any
  layout.rule "onnx.Relu" #same_any
  layout.rule "onnx.Round" #same_any
  layout.rule "onnx.Selu" #same_any
  layout.rule "onnx.Sigmoid" #same_any
  layout.rule "onnx.Sign" #same_any
  layout.rule "onnx.Sin" #same_any
  layout.rule "onnx.Sinh" #same_any
  layout.rule "onnx.Softplus" #same_any
  layout.rule "onnx.Softsign" #same_any
  layout.rule "onnx.Sqrt" #same_any
  layout.rule "onnx.Tan" #same_any
  layout.rule "onnx.Tanh" #same_any
  layout.rule "onnx.ThresholdedRelu" #same_any
  layout.rule "onnx.CumSum" #same_any
  layout.rule "onnx.Div" #same_any
  layout.rule "onnx.LogSoftmax" #same_any
  layout.rule "onnx.Softmax" #same_any
  layout.rule "onnx.Tile" [#layout.choice<(same, any) -> same>]
  layout.rule "onnx.TopK" [#layout.choice<(same, any) -> (same, same)>]

  // AnyDims.
  layout.rule "onnx.Expand" #any_dims
  layout.rule "onnx.GRU" #any_dims

  // SameInOutDefault.
  layout.rule "onnx.And" #default
  layout.rule "onnx.Equal" #default
  layout.rule "onnx.GatherElements" #default
  layout.rule "onnx.Gemm" #matmul
  layout.rule "onnx.Greater" #default
  layout.rule "onnx.GreaterOrEqual" #default
  layout.rule "onnx.IsInf" #default
  layout.rule "onnx.IsNaN" #default
  layout.rule "onnx.Less" #default
  layout.rule "onnx.LessOrEqual" #default
  layout.rule "onnx.LpNormalization" #default
  layout.rule "onnx.MatMul" #matmul
  layout.rule "onnx.Max" #default
  layout.rule "onnx.Min" #default
  layout.rule "onnx.Mod" #default
  layout.rule "onnx.Not" #default
  layout.rule "onnx.Or" #default
  layout.rule "onnx.Where" #default
  layout.rule "onnx.Xor" #default

  // Default.
  layout.rule "onnx.DFT" #default
  layout.rule "onnx.Gather" #default
  layout.rule "onnx.GatherND" #default
  layout.rule "onnx.NonMaxSuppression" #default
  layout.rule "onnx.NonZero" #default
  layout.rule "onnx.OneHot" #default
  layout.rule "onnx.ScatterElements" #default
  layout.rule "onnx.ScatterND" #default

  // Reduce.
  layout.rule "onnx.ReduceL1" #reduce
  layout.rule "onnx.ReduceL2" #reduce
  layout.rule "onnx.ReduceLogSum" #reduce
  layout.rule "onnx.ReduceMax" #reduce
  layout.rule "onnx.ReduceMin" #reduce
  layout.rule "onnx.ReduceProd" #reduce
  layout.rule "onnx.ReduceSum" #reduce
  layout.rule "onnx.ReduceSumSquare" #reduce

  // SameInOut from a list of orders.
  layout.rule "onnx.LRN" #four
  layout.rule "onnx.MaxRoiPool" #four
  layout.rule "onnx.Pow" #four
  layout.rule "onnx.Upsample" #four
  layout.rule "onnx.InstanceNormalization" #mvn
  layout.rule "onnx.MeanVarianceNormalization" #mvn
  layout.rule "onnx.Gelu" [#layout.choice<(NCHW) -> NCHW>, #layout.choice<(NHWC) -> NHWC>]

  // Always NHWC.
  layout.rule "onnx.DepthToSpace" [#layout.choice<(NHWC) -> NHWC>]

  layout.rule "onnx.DequantizeLinear" #quantize
  layout.rule "onnx.QuantizeLinear" #quantize

  layout.rule "*" #default
}
