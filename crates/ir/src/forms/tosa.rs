//! The forms of the ops of `tosa`: operands, attributes and a functional type.

use crate::registry::{AssemblyForm, pieces};

const fn uniform(name: &'static str) -> AssemblyForm<'static> {
    AssemblyForm::new(name, pieces!(%0* {} @Signature))
}

pub(super) const FORMS: &[AssemblyForm<'static>] = forms! {
    "tosa"; [
    uniform:
        abs add apply_scale argmax arithmetic_right_shift avg_pool2d bitwise_and bitwise_not
        bitwise_or bitwise_xor cast ceil clamp clz concat conv2d conv3d cos custom
        depthwise_conv2d equal erf exp fft2d floor fully_connected gather greater greater_equal
        identity int_div log logical_and logical_left_shift logical_not logical_or
        logical_right_shift logical_xor matmul max_pool2d maximum minimum mul negate pad pow
        reciprocal reduce_all reduce_any reduce_max reduce_min reduce_prod reduce_sum rescale
        reshape resize reverse rfft2d rsqrt scatter select sigmoid sin slice sub table tanh tile
        transpose transpose_conv2d;
    ]
    AssemblyForm::new("tosa.yield", pieces!(%0* {} : type(%0))).results(&[]).terminator(),
};
