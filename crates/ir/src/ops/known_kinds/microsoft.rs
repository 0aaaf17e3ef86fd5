//! The kinds of the ops of ONNX Runtime's domain `com.microsoft`, which quantizers and optimizers write. The importer
//! writes them as `onnx.Custom` with the attributes `domain_name` and `function_name`.

use super::row::{KindRow, of_op, row};
use crate::module::{Module, Op};
use crate::registry::OpKind;

pub(super) const ROWS: &[KindRow] = &[
    row(
        OpKind::Elementwise,
        "... -> ...",
        "com.microsoft.BiasGelu com.microsoft.FastGelu com.microsoft.Gelu com.microsoft.QuickGelu",
    ),
    // The operands are followed by their scales and zero points, and those of the result.
    row(
        OpKind::Elementwise,
        ". _ _ . _ _ _ _ -> .",
        "com.microsoft.QLinearAdd com.microsoft.QLinearMul",
    ),
    row(
        OpKind::Elementwise,
        ". _ _ _ _ -> .",
        "com.microsoft.QLinearLeakyRelu com.microsoft.QLinearSigmoid",
    ),
    row(OpKind::Elementwise, ". . _ _ . _ _ _ _ -> .", "com.microsoft.QLinearWhere"),
    of_op(OpKind::Convolution, convolution, "com.microsoft.QLinearConv"),
    row(OpKind::Convolution, "NC* OI* . NC* -> NC*", "com.microsoft.FusedConv"),
    row(OpKind::Convolution, "N*C OI* . N*C -> N*C", "com.microsoft.NhwcFusedConv"),
    of_op(
        OpKind::Pool,
        pool,
        "com.microsoft.QLinearAveragePool com.microsoft.QLinearGlobalAveragePool",
    ),
    row(OpKind::Matmul, ". _ _ . _ _ . _ _ -> .", "com.microsoft.QGemm"),
    row(OpKind::Matmul, ". . _ _ . -> .", "com.microsoft.DynamicQuantizeMatMul"),
    row(OpKind::Matmul, ". . _ _ _ _ . -> .", "com.microsoft.MatMulIntegerToFloat"),
    row(OpKind::Matmul, ". . ... -> .", "com.microsoft.FusedGemm com.microsoft.FusedMatMul"),
    row(OpKind::Reduction, ". _ _ _ _ -> .", "com.microsoft.QLinearReduceMean"),
    row(OpKind::Quantize, ". ... -> .", "com.microsoft.QuantizeLinear"),
    row(OpKind::Dequantize, ". ... -> .", "com.microsoft.DequantizeLinear"),
];

/// Returns the letters of the dims of activations, by `channels_last`.
fn dims(module: &Module, op: Op) -> &'static str {
    let attr = module.attr(op, "channels_last").and_then(|attr| module.ctx.as_int(attr));
    if attr.is_some_and(|is_last| is_last != 0) { "N*C" } else { "NC*" }
}

fn convolution(module: &Module, op: Op) -> Option<String> {
    let dims = dims(module, op);
    Some(format!("{dims} _ _ OI* _ _ _ _ . -> {dims}"))
}

fn pool(module: &Module, op: Op) -> Option<String> {
    let dims = dims(module, op);
    Some(format!("{dims} _ _ _ _ -> {dims}"))
}
