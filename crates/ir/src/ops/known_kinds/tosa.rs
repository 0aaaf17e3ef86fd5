//! The kinds of TOSA's ops. Newer versions have the zero points as operands, which have no role.

use super::row::{KindRow, row};
use crate::registry::OpKind;

/// The elementwise ops all of whose operands have the dims of the result.
pub(in crate::ops) const ELEMENTWISE: &str =
    "tosa.abs tosa.add tosa.arithmetic_right_shift tosa.bitwise_and tosa.bitwise_not tosa.bitwise_or
     tosa.bitwise_xor tosa.cast tosa.ceil tosa.clamp tosa.clz tosa.cos tosa.equal tosa.erf tosa.exp tosa.floor
     tosa.greater tosa.greater_equal tosa.int_div tosa.intdiv tosa.log tosa.logical_and tosa.logical_left_shift
     tosa.logical_not tosa.logical_or tosa.logical_right_shift tosa.logical_xor tosa.maximum tosa.minimum tosa.pow
     tosa.reciprocal tosa.rsqrt tosa.select tosa.sigmoid tosa.sin tosa.sub tosa.tanh";

pub(super) const ROWS: &[KindRow] = &[
    row(OpKind::Elementwise, "... -> ...", ELEMENTWISE),
    row(OpKind::Elementwise, "... -> ...", "tosa.apply_scale"),
    // The table, the shift and the zero points have no role.
    row(OpKind::Elementwise, ". _ _ -> .", "tosa.negate tosa.table"),
    row(OpKind::Elementwise, ". . _ -> .", "tosa.mul"),
    row(
        OpKind::Convolution,
        "N*C O*I . _ _ -> N*C",
        "tosa.conv2d tosa.conv3d tosa.transpose_conv2d",
    ),
    // The filter has the channels and the multiplier, which are the output channels.
    row(OpKind::Convolution, "N*C *OO . _ _ -> N*C", "tosa.depthwise_conv2d"),
    row(
        OpKind::Pool,
        "N*C _ _ -> N*C",
        "tosa.avg_pool2d tosa.avg_pool2d_adaptive tosa.max_pool2d tosa.max_pool2d_adaptive",
    ),
    row(OpKind::Matmul, ". . _ _ -> .", "tosa.matmul tosa.matmul_t"),
    row(OpKind::Matmul, ". . . -> .", "tosa.fully_connected"),
    row(
        OpKind::Reduction,
        ". -> .",
        "tosa.argmax tosa.reduce_all tosa.reduce_any tosa.reduce_max tosa.reduce_min tosa.reduce_prod tosa.reduce_product tosa.reduce_sum",
    ),
    // Newer versions have scale, offset and border as operands.
    row(OpKind::Resize, "N*C _ _ _ -> N*C", "tosa.resize"),
    row(OpKind::Gather, ". . _ -> .", "tosa.gather tosa.row_gather"),
    row(OpKind::Quantize, ". ... -> .", "tosa.rescale"),
];
