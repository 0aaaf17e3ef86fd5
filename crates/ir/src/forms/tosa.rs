//! The forms of the ops of `tosa`, of LLVM 19 and of TOSA 1.0 and 1.1. Most are operands, attributes and a functional
//! type. Only `tosa.const` has none.

use crate::registry::GroupSize::One;
use crate::registry::{AssemblyForm, SpecialForm, WordAttr, pieces};

const BLOCK_SIZES: &[WordAttr] = &[WordAttr {
    key: "block_size",
    dialect: "tosa",
    name: "block_size",
    words: &["BLOCK_SIZE_1", "BLOCK_SIZE_32"],
}];

const NAN_MODES: &[WordAttr] = &[WordAttr {
    key: "nan_mode",
    dialect: "tosa",
    name: "nan_mode",
    words: &["PROPAGATE", "IGNORE"],
}];

const RESIZE_MODES: &[WordAttr] = &[WordAttr {
    key: "mode",
    dialect: "tosa",
    name: "resize_mode",
    words: &["NEAREST_NEIGHBOR", "BILINEAR"],
}];

const ROUNDING_MODES: &[WordAttr] = &[WordAttr {
    key: "rounding_mode",
    dialect: "tosa",
    name: "rounding_mode",
    words: &["SINGLE_ROUND", "INEXACT_ROUND", "DOUBLE_ROUND"],
}];

/// Returns the form `%a, %b {attrs} : (types) -> types`.
const fn uniform(name: &'static str) -> AssemblyForm<'static> {
    AssemblyForm::new(name, pieces!(%0* {} @Signature))
}

/// Returns the form `%a {block_size = BLOCK_SIZE_32} : (types) -> types`.
const fn block_sized(name: &'static str) -> AssemblyForm<'static> {
    AssemblyForm::new(name, pieces!(%0* @WordDict(BLOCK_SIZES) @Signature))
}

/// Returns the form `%a {nan_mode = IGNORE} : (types) -> types`.
const fn nan(name: &'static str) -> AssemblyForm<'static> {
    AssemblyForm::new(name, pieces!(%0* @WordDict(NAN_MODES) @Signature))
}

/// Returns the form `%a {rounding_mode = SINGLE_ROUND} : (types) -> types`.
const fn rounding(name: &'static str) -> AssemblyForm<'static> {
    AssemblyForm::new(name, pieces!(%0* @WordDict(ROUNDING_MODES) @Signature))
}

/// Returns the form `@variable {attrs} : type`.
const fn variable_read(name: &'static str) -> AssemblyForm<'static> {
    AssemblyForm::new(name, pieces!(@SymbolText("name") {} : type(#0)))
        .operands(&[])
        .results(&[One])
}

/// Returns the form `@variable {attrs}, %a : type`.
const fn variable_write(name: &'static str) -> AssemblyForm<'static> {
    AssemblyForm::new(name, pieces!(@SymbolText("name") {}, %0 : type(%0)))
        .operands(&[One])
        .results(&[])
}

pub(super) const FORMS: &[AssemblyForm<'static>] = forms! {
    "tosa"; [
    uniform:
        abs add add_shape arithmetic_right_shift assert_equal_shape avg_pool2d
        avg_pool2d_adaptive bitwise_and bitwise_not bitwise_or bitwise_xor cast ceil clz concat
        concat_shape const_shape conv2d conv3d cos custom depthwise_conv2d dim div_ceil_shape
        div_floor_shape equal erf exp exp2_shape fft2d floor fully_connected gather greater
        greater_equal identity int_div intdiv log log2_ceil_shape log2_floor_shape logical_and
        logical_left_shift logical_not logical_or logical_right_shift logical_xor matmul matmul_t
        max_shape min_shape mod_shape mul mul_shape negate pad pow reciprocal reduce_all reduce_any
        reduce_prod reduce_product reduce_sum reshape reshape_block_scaled reverse rfft2d
        row_gather row_gather_block_scaled rsqrt scatter select sigmoid sin slice slice_shape sub
        sub_shape table tanh tile transpose transpose_conv2d;
    block_sized:
        cast_from_block_scaled cast_to_block_scaled conv2d_block_scaled matmul_t_block_scaled;
    nan: argmax clamp max_pool2d max_pool2d_adaptive maximum minimum reduce_max reduce_min;
    rounding: apply_scale rescale;
    variable_read: variable_read;
    variable_write: variable_write;
    ]
    AssemblyForm::special("tosa.cond_if", SpecialForm::CondIf),
    AssemblyForm::new("tosa.resize", pieces!(%0* @WordDict(RESIZE_MODES) @Signature)),
    AssemblyForm::special("tosa.variable", SpecialForm::Variable),
    // LLVM 19 has a dot in these names.
    variable_read("tosa.variable.read"),
    variable_write("tosa.variable.write"),
    AssemblyForm::special("tosa.while_loop", SpecialForm::While),
    AssemblyForm::new("tosa.yield", pieces!(%0* {} : type(%0))).results(&[]).terminator(),
};
