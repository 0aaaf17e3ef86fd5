//! The kinds of the named ops of `linalg`, whose names state the letters of their dims. The last operand is the
//! destination, which has no role: its layout is that of the result.

use super::row::{KindRow, row};
use crate::registry::OpKind;

/// The elementwise ops of one input.
pub(in crate::ops) const UNARY: &str =
    "linalg.abs linalg.ceil linalg.copy linalg.erf linalg.exp linalg.floor linalg.log linalg.negf
     linalg.reciprocal linalg.round linalg.rsqrt linalg.sqrt linalg.square linalg.tanh";

/// The elementwise ops of two inputs.
pub(in crate::ops) const BINARY: &str = "linalg.add linalg.div linalg.div_unsigned linalg.max linalg.min linalg.mul linalg.powf linalg.sub";

pub(super) const ROWS: &[KindRow] = &[
    row(OpKind::Elementwise, ". _ -> .", UNARY),
    row(OpKind::Elementwise, ". . _ -> .", BINARY),
    row(OpKind::Elementwise, ". . . _ -> .", "linalg.select"),
    row(OpKind::Elementwise, "... -> ...", "linalg.map"),
    row(
        OpKind::Convolution,
        "NC* OI* _ -> NC*",
        "linalg.conv_1d_ncw_fcw linalg.conv_2d_nchw_fchw linalg.conv_3d_ncdhw_fcdhw",
    ),
    row(
        OpKind::Convolution,
        "N*C *IO _ -> N*C",
        "linalg.conv_1d_nwc_wcf linalg.conv_2d_nhwc_hwcf linalg.conv_3d_ndhwc_dhwcf",
    ),
    row(OpKind::Convolution, "N*C O*I _ -> N*C", "linalg.conv_2d_nhwc_fhwc"),
    // Quantized ones have two zero points.
    row(OpKind::Convolution, "NC* OI* _ _ _ -> NC*", "linalg.conv_2d_nchw_fchw_q"),
    row(
        OpKind::Convolution,
        "N*C *IO _ _ _ -> N*C",
        "linalg.conv_2d_nhwc_hwcf_q linalg.conv_3d_ndhwc_dhwcf_q",
    ),
    row(OpKind::Convolution, "N*C O*I _ _ _ -> N*C", "linalg.conv_2d_nhwc_fhwc_q"),
    // The channels of grouped ones are the groups and the channels of a group.
    row(
        OpKind::Convolution,
        "NCC* OOI* _ -> NCC*",
        "linalg.conv_2d_ngchw_fgchw linalg.conv_2d_ngchw_gfchw",
    ),
    row(OpKind::Convolution, "NCC* OOI* _ _ _ -> NCC*", "linalg.conv_2d_ngchw_gfchw_q"),
    row(OpKind::Convolution, "N*CC OO*I _ -> N*CC", "linalg.conv_2d_nhwgc_gfhwc"),
    row(OpKind::Convolution, "N*CC OO*I _ _ _ -> N*CC", "linalg.conv_2d_nhwgc_gfhwc_q"),
    row(OpKind::Convolution, "* * _ -> *", "linalg.conv_1d linalg.conv_2d linalg.conv_3d"),
    row(
        OpKind::Convolution,
        "NC* O* _ -> NC*",
        "linalg.depthwise_conv_1d_ncw_cw linalg.depthwise_conv_2d_nchw_chw linalg.depthwise_conv_3d_ncdhw_cdhw",
    ),
    row(
        OpKind::Convolution,
        "N*C *O _ -> N*C",
        "linalg.depthwise_conv_1d_nwc_wc linalg.depthwise_conv_2d_nhwc_hwc linalg.depthwise_conv_3d_ndhwc_dhwc",
    ),
    row(OpKind::Convolution, "N*C *O _ _ _ -> N*C", "linalg.depthwise_conv_2d_nhwc_hwc_q"),
    row(
        OpKind::Convolution,
        "N*C *OO _ -> N*CC",
        "linalg.depthwise_conv_1d_nwc_wcm linalg.depthwise_conv_2d_nhwc_hwcm linalg.depthwise_conv_3d_ndhwc_dhwcm",
    ),
    row(OpKind::Convolution, "N*C *OO _ _ _ -> N*CC", "linalg.depthwise_conv_2d_nhwc_hwcm_q"),
    // The second operand states the window by its shape.
    row(
        OpKind::Pool,
        "NC* _ _ -> NC*",
        "linalg.pooling_nchw_max linalg.pooling_nchw_sum linalg.pooling_ncw_max linalg.pooling_ncw_sum",
    ),
    row(
        OpKind::Pool,
        "N*C _ _ -> N*C",
        "linalg.pooling_ndhwc_max linalg.pooling_ndhwc_min linalg.pooling_ndhwc_sum linalg.pooling_nhwc_max
         linalg.pooling_nhwc_max_unsigned linalg.pooling_nhwc_min linalg.pooling_nhwc_min_unsigned
         linalg.pooling_nhwc_sum linalg.pooling_nwc_max linalg.pooling_nwc_max_unsigned linalg.pooling_nwc_min
         linalg.pooling_nwc_min_unsigned linalg.pooling_nwc_sum",
    ),
    row(
        OpKind::Matmul,
        ". . _ -> .",
        "linalg.batch_matmul linalg.batch_matmul_transpose_a linalg.batch_matmul_transpose_b linalg.batch_matvec
         linalg.batch_reduce_matmul linalg.batch_vecmat linalg.dot linalg.matmul linalg.matmul_transpose_a
         linalg.matmul_transpose_b linalg.matvec linalg.vecmat",
    ),
    row(
        OpKind::Matmul,
        ". . _ _ _ -> .",
        "linalg.quantized_batch_matmul linalg.quantized_matmul",
    ),
    row(OpKind::Reduction, ". _ -> .", "linalg.reduce"),
];
