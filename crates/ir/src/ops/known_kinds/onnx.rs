//! The kinds of ONNX's ops, as onnx-mlir spells them.

use super::row::{KindRow, row};
use crate::registry::OpKind;

/// The elementwise ops all of whose operands broadcast to the result.
pub(in crate::ops) const ELEMENTWISE: &str =
    "onnx.Abs onnx.Acos onnx.Acosh onnx.Add onnx.And onnx.Asin onnx.Asinh onnx.Atan onnx.Atanh onnx.BitShift
     onnx.BitwiseAnd onnx.BitwiseNot onnx.BitwiseOr onnx.BitwiseXor onnx.Cast onnx.Ceil onnx.Celu onnx.Clip
     onnx.ClipV11 onnx.ClipV12 onnx.ClipV6 onnx.Cos onnx.Cosh onnx.Div onnx.Dropout onnx.Elu onnx.Equal onnx.Erf
     onnx.Exp onnx.Floor onnx.Gelu onnx.Greater onnx.GreaterOrEqual onnx.HardSigmoid onnx.HardSwish onnx.IsInf
     onnx.IsNaN onnx.LeakyRelu onnx.Less onnx.LessOrEqual onnx.Log onnx.Max onnx.Mean onnx.Min onnx.Mish onnx.Mod
     onnx.Mul onnx.Neg onnx.Not onnx.Or onnx.PRelu onnx.Pow onnx.Reciprocal onnx.Relu onnx.Round onnx.Selu
     onnx.Shrink onnx.Sigmoid onnx.Sign onnx.Sin onnx.Sinh onnx.Softplus onnx.Softsign onnx.Sqrt onnx.Sub onnx.Sum
     onnx.Tan onnx.Tanh onnx.ThresholdedRelu onnx.Where onnx.Xor";

/// The reductions along a list of dims.
pub(in crate::ops) const REDUCTION: &str =
    "onnx.ReduceL1 onnx.ReduceL1V13 onnx.ReduceL2 onnx.ReduceL2V13 onnx.ReduceLogSum
     onnx.ReduceLogSumExp onnx.ReduceLogSumExpV13 onnx.ReduceLogSumV13 onnx.ReduceMax onnx.ReduceMaxV13
     onnx.ReduceMaxV18 onnx.ReduceMean onnx.ReduceMeanV13 onnx.ReduceMin onnx.ReduceMinV13 onnx.ReduceMinV18
     onnx.ReduceProd onnx.ReduceProdV13 onnx.ReduceSum onnx.ReduceSumSquare onnx.ReduceSumSquareV13
     onnx.ReduceSumV11";

pub(super) const ROWS: &[KindRow] = &[
    row(OpKind::Elementwise, "... -> ...", ELEMENTWISE),
    row(OpKind::Elementwise, ". _ -> .", "onnx.CastLike"),
    row(OpKind::Convolution, "NC* OI* . -> NC*", "onnx.Conv"),
    row(OpKind::Convolution, "NC* OI* _ _ -> NC*", "onnx.ConvInteger"),
    row(OpKind::Convolution, "NC* IO* . -> NC*", "onnx.ConvTranspose"),
    row(OpKind::Convolution, "NC* _ _ OI* _ _ _ _ . -> NC*", "onnx.QLinearConv"),
    row(
        OpKind::Pool,
        "NC* -> NC* ...",
        "onnx.AveragePool onnx.GlobalAveragePool onnx.GlobalLpPool onnx.GlobalMaxPool onnx.LpPool onnx.MaxPool
         onnx.MaxPoolSingleOut",
    ),
    row(OpKind::Matmul, ". . ... -> .", "onnx.Gemm onnx.MatMul"),
    row(OpKind::Matmul, ". . _ _ -> .", "onnx.MatMulInteger"),
    row(OpKind::Matmul, ". _ _ . _ _ _ _ -> .", "onnx.QLinearMatMul"),
    row(
        OpKind::Normalization,
        "NC* ... -> NC* ...",
        "onnx.BatchNormalization onnx.BatchNormalizationInferenceMode onnx.BatchNormalizationV9 onnx.GroupNormalization
         onnx.GroupNormalizationV18 onnx.InstanceNormalization onnx.LRN onnx.MeanVarianceNormalization",
    ),
    // These normalize the dims that an attribute names.
    row(
        OpKind::Normalization,
        "? ... -> ? ...",
        "onnx.LayerNormalization onnx.LpNormalization onnx.RMSLayerNormalization onnx.RMSNormalization",
    ),
    row(OpKind::Reduction, ". ... -> .", REDUCTION),
    row(OpKind::Reduction, ". ... -> .", "onnx.ArgMax onnx.ArgMin"),
    row(
        OpKind::Resize,
        "NC* ... -> NC*",
        "onnx.Resize onnx.ResizeV10 onnx.ResizeV11 onnx.ResizeV13 onnx.ResizeV18 onnx.Upsample onnx.UpsampleV7",
    ),
    row(OpKind::Gather, ". . -> .", "onnx.Gather onnx.GatherElements onnx.GatherND"),
    row(OpKind::Quantize, ". ... -> . ...", "onnx.DynamicQuantizeLinear onnx.QuantizeLinear"),
    row(OpKind::Dequantize, ". ... -> .", "onnx.DequantizeLinear"),
    row(OpKind::Recurrent, ". ... -> . ...", "onnx.GRU onnx.LSTM onnx.RNN"),
];
