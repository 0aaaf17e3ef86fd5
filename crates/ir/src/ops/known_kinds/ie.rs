//! The kinds of the ops of VPUX's dialect `IE`, whose dims are those of OpenVINO.

use super::row::{KindRow, of_op, row};
use crate::module::{Module, Op};
use crate::registry::OpKind;
use crate::types::TypeKind;

pub(super) const ROWS: &[KindRow] = &[
    row(
        OpKind::Elementwise,
        "... -> ...",
        "IE.Abs IE.Acos IE.Acosh IE.Add IE.And IE.Asin IE.Asinh IE.Atan IE.Atanh IE.BitwiseAnd IE.BitwiseNot
         IE.BitwiseOr IE.BitwiseXor IE.Ceiling IE.Clamp IE.Convert IE.Cos IE.Cosh IE.Divide IE.Elu IE.Equal IE.Erf
         IE.Exp IE.Floor IE.FloorMod IE.Gelu IE.Greater IE.GreaterEqual IE.HSigmoid IE.HSwish IE.HardSigmoid
         IE.LeakyRelu IE.Less IE.LessEqual IE.Log IE.LogicalNot IE.LogicalOr IE.LogicalXor IE.Maximum IE.Minimum
         IE.Mish IE.Mod IE.Multiply IE.Negative IE.NotEqual IE.PRelu IE.Power IE.ReLU IE.Round IE.ScaleShift IE.Select
         IE.Selu IE.Sigmoid IE.Sign IE.Sin IE.Sinh IE.SoftPlus IE.Sqrt IE.SquaredDiff IE.Subtract IE.Swish IE.Tan
         IE.Tanh",
    ),
    row(OpKind::Convolution, "NC* OI* . -> NC*", "IE.Convolution"),
    of_op(OpKind::Convolution, group_convolution, "IE.GroupConvolution"),
    // The third operand is the shape of the result.
    row(OpKind::Convolution, "NC* IO* _ -> NC*", "IE.Deconvolution"),
    row(OpKind::Convolution, "NC* OI* _ . -> NC*", "IE.TransposedConvolution"),
    row(OpKind::Pool, "NC* -> NC* ...", "IE.AvgPool IE.MaxPool IE.MaxPool8"),
    row(OpKind::Pool, "NC* _ -> NC* ...", "IE.AdaptiveAvgPool IE.AdaptiveMaxPool"),
    row(OpKind::Matmul, ". . ... -> .", "IE.FullyConnected IE.MatMul"),
    row(
        OpKind::Normalization,
        "NC* ... -> NC*",
        "IE.BatchNormInference IE.GroupNormalization IE.LRN IE.MVN IE.MVN6",
    ),
    // These normalize the dims that an operand or attribute names.
    row(OpKind::Normalization, "? ... -> ?", "IE.NormalizeL2 IE.RMS"),
    row(
        OpKind::Reduction,
        ". ... -> .",
        "IE.ReduceL1 IE.ReduceL2 IE.ReduceLogicalAnd IE.ReduceLogicalOr IE.ReduceMax IE.ReduceMean IE.ReduceMin
         IE.ReduceProd IE.ReduceSum",
    ),
    row(OpKind::Resize, "NC* ... -> NC*", "IE.Interpolate IE.Upsampling"),
    row(OpKind::Gather, ". . ... -> .", "IE.Gather IE.GatherElements IE.GatherND"),
    row(OpKind::Quantize, ". ... -> . ...", "IE.DynamicQuantize IE.FakeQuantize IE.Quantize"),
    row(OpKind::Dequantize, ". ... -> .", "IE.Dequantize IE.DynamicDequantize"),
    row(
        OpKind::Recurrent,
        ". ... -> . ...",
        "IE.GRUCell IE.GRUSequence IE.LSTMCell IE.LSTMSequence",
    ),
];

/// Returns the roles of a group convolution, whose filter has the groups as a dim of their own or as part of its output
/// channels.
fn group_convolution(module: &Module, op: Op) -> Option<String> {
    let [input, filter, ..] = *module.operands(op) else { return None };
    let TypeKind::Tensor { dims: input, .. } = module.kind(input) else { return None };
    let TypeKind::Tensor { dims: filter, .. } = module.kind(filter) else { return None };
    let filter = if filter.len() > input.len() { "OOI*" } else { "OI*" };
    Some(format!("NC* {filter} . -> NC*"))
}
