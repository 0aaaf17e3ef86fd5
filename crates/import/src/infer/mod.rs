//! Type inference of a node's results from its operands: one rule for each op.
//!
//! The rules implement ONNX's operators, <https://onnx.ai/onnx/operators/>. Some attributes of early versions became
//! operands later; such a rule reads whichever the node has.

mod attention;
mod einsum;
mod fold;
mod generators;
mod images;
mod lengths;
mod math;
pub(crate) mod moved;
mod refused;
mod shapes;
mod slices;
mod strings;
mod window;

pub(crate) use fold::fold;
pub(crate) use refused::refusal;
pub(crate) use shapes::{shape_range, squeezed_dims};
pub(crate) use slices::{SliceRange, ranges};

use crate::call::{Call, InferenceStop, ValueTypes};
use rustc_hash::FxHashMap;
use std::sync::LazyLock;

/// Returns the types of a node's results.
///
/// # Errors
/// The node is invalid, its op is unknown, or its types depend on unknown facts.
pub(crate) fn types(call: &Call<'_>) -> ValueTypes {
    let op = call.node.op_type.as_deref().unwrap_or_default();
    rule(op).ok_or(InferenceStop::Unknown)?(call)
}

/// Returns `true` if the types of an op's results can be inferred.
pub(crate) fn has_rule(op: &str) -> bool {
    rule(op).is_some()
}

/// The shape of the result of an op that has a rule for any number of operands.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum ResultShape {
    /// That of operand 0, as is the element type.
    OfOperand,
    /// That to which all operands are broadcast.
    Broadcast,
}

/// The ops whose results have the type of operand 0.
const OF_OPERAND: &str = "\
    Abs Acos Acosh Asin Asinh Atan Atanh BitwiseNot Ceil Celu Clip Cos Cosh CumProd CumSum Elu \
    Erf Exp Floor Gelu GroupNormalization HardSigmoid HardSwish Hardmax Identity \
    InstanceNormalization LRN LeakyRelu Log LogSoftmax LpNormalization MeanVarianceNormalization \
    Mish Neg Not PRelu RMSNormalization Reciprocal Relu ReverseSequence RotaryEmbedding Round \
    Scatter ScatterElements ScatterND Selu Shrink Sigmoid Sign Sin Sinh Softmax Softplus Softsign \
    Sqrt SwiGLU Swish Tan Tanh TensorScatter ThresholdedRelu Trilu";

/// The ops that are arithmetic on all operands, which are broadcast.
const BROADCAST: &str = "\
    Add And BitShift BitwiseAnd BitwiseOr BitwiseXor Div Max Mean Min Mod Mul Or Pow Sub Sum Xor";

/// Returns the shape of the result of an op of one of the two large classes. `None` for other ops.
pub(crate) fn result_shape(op: &str) -> Option<ResultShape> {
    static SHAPES: LazyLock<FxHashMap<&str, ResultShape>> = LazyLock::new(|| {
        let of_operand = OF_OPERAND.split(' ').map(|op| (op, ResultShape::OfOperand));
        of_operand.chain(BROADCAST.split(' ').map(|op| (op, ResultShape::Broadcast))).collect()
    });
    SHAPES.get(op).copied()
}

fn rule(op: &str) -> Option<fn(&Call<'_>) -> ValueTypes> {
    Some(match op {
        _ if result_shape(op) == Some(ResultShape::OfOperand) => math::same,
        "IsInf" | "IsNaN" => math::test,
        "Dropout" => math::dropout,
        "BatchNormalization" => math::batch_norm,
        "LayerNormalization" => math::layer_norm,
        "BitCast" | "Cast" => math::cast,
        "Det" => math::det,
        "Einsum" => einsum::einsum,
        "NegativeLogLikelihoodLoss" | "SoftmaxCrossEntropyLoss" => math::loss,
        "QuantizeLinear" => math::quantize,
        "DynamicQuantizeLinear" => math::dynamic_quantize,
        "CastLike" | "DequantizeLinear" => math::dequantize,
        _ if result_shape(op) == Some(ResultShape::Broadcast) => math::elementwise,
        "Equal" | "Greater" | "GreaterOrEqual" | "Less" | "LessOrEqual" => math::comparison,
        "Where" => math::select,
        "Gemm" => math::gemm,
        "MatMul" => math::matmul,
        "MatMulInteger" => math::matmul_integer,
        "QLinearMatMul" => math::quantized_matmul,
        "ReduceL1" | "ReduceL2" | "ReduceLogSum" | "ReduceLogSumExp" | "ReduceMax"
        | "ReduceMean" | "ReduceMin" | "ReduceProd" | "ReduceSum" | "ReduceSumSquare" => {
            math::reduce
        }
        "ArgMax" | "ArgMin" => math::arg_reduce,
        "TopK" => math::top_k,
        "GRU" | "LSTM" | "RNN" => attention::recurrent,
        "Attention" => attention::attention,
        "LinearAttention" => attention::linear,
        "CausalConvWithState" => attention::causal_conv,
        "Conv" | "DeformConv" => window::conv,
        "ConvInteger" => window::conv_integer,
        "QLinearConv" => window::quantized_conv,
        "ConvTranspose" => window::conv_transpose,
        "AveragePool" | "LpPool" | "MaxPool" => window::pool,
        "MaxUnpool" => window::max_unpool,
        "GlobalAveragePool" | "GlobalLpPool" | "GlobalMaxPool" => window::global_pool,
        "Reshape" => shapes::reshape,
        "Transpose" => shapes::transpose,
        "Flatten" => shapes::flatten,
        "Squeeze" => shapes::squeeze,
        "Unsqueeze" => shapes::unsqueeze,
        "Concat" => slices::concat,
        "Slice" => slices::slice,
        "Split" => slices::split,
        "Pad" => shapes::pad,
        "Expand" => shapes::expand,
        "Tile" => shapes::tile,
        "Gather" => shapes::gather,
        "GatherElements" => shapes::gather_elements,
        "Shape" => shapes::shape,
        "Size" => shapes::size,
        "ConstantOfShape" => shapes::constant_of_shape,
        "Range" => shapes::range,
        "Resize" | "Upsample" => images::resize,
        "DepthToSpace" => images::depth_to_space,
        "SpaceToDepth" => images::space_to_depth,
        "OneHot" => shapes::one_hot,
        "NonZero" => fold::non_zero,
        "NonMaxSuppression" => images::non_max_suppression,
        "RoiAlign" => images::roi_align,
        "MaxRoiPool" => images::max_roi_pool,
        "GridSample" => images::grid_sample,
        "AffineGrid" => images::affine_grid,
        "CenterCropPad" => images::center_crop_pad,
        "Col2Im" => images::col2im,
        "GatherND" => slices::gather_nd,
        "Compress" => slices::compress,
        "Unique" => slices::unique,
        "RandomNormal" | "RandomUniform" => generators::random,
        "Bernoulli" | "EyeLike" | "RandomNormalLike" | "RandomUniformLike" => generators::like,
        "Multinomial" => generators::multinomial,
        "BlackmanWindow" | "HammingWindow" | "HannWindow" => generators::window,
        "MelWeightMatrix" => generators::mel,
        "DFT" => generators::dft,
        "STFT" => generators::stft,
        "ImageDecoder" => strings::image_decoder,
        "RegexFullMatch" => math::test,
        "StringConcat" => math::elementwise,
        "StringNormalizer" => strings::normalizer,
        "StringSplit" => strings::split,
        "TfIdfVectorizer" => strings::tf_idf,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::refused::refused_op;
    use super::rule;

    /// The ops of the standard domain, of version 27.
    const STANDARD: &str = include_str!("standard_ops.txt");

    #[test]
    fn every_standard_op_is_inferred_or_refused() {
        let other = ["Constant", "If", "Loop", "Scan"];
        let mut ops = STANDARD.split_whitespace().filter(|op| !other.contains(op));
        assert_eq!(STANDARD.split_whitespace().count(), 201);
        assert_eq!(ops.find(|op| rule(op).is_some() == refused_op(op).is_some()), None);
    }
}
