//! Movements of data in TOSA, in the forms of LLVM 19 and of TOSA 1.0.

use super::builder::{MovementDialect, ViewBuilder, dim_numbers, signed};
use crate::data::attrs::Attr;
use crate::data::module::{Module, Op, Value};
use crate::data::types::{DialectText, Piece, Type, TypeKind};

pub(super) const MOVEMENT: MovementDialect =
    MovementDialect { dialects: &["tosa"], transpose, reshape, pad, slice, constant };

/// Returns `true` if the first op of TOSA whose form depends on the version has the form of LLVM 19.
pub(super) fn is_old(module: &Module) -> bool {
    module.walk().find_map(|op| has_old_form(module, op)).unwrap_or(false)
}

/// Returns whether an op has the form of LLVM 19; `None` if all versions have this form.
fn has_old_form(module: &Module, op: Op) -> Option<bool> {
    let has = |key: &str| module.attr(op, key).is_some();
    let operands = module.operands(op).len();
    match module.name(op) {
        "tosa.const" => Some(has("value")),
        "tosa.const_shape" => Some(has("value")),
        "tosa.transpose" => Some(operands == 2),
        "tosa.reshape" => Some(has("new_shape")),
        "tosa.slice" => Some(has("start")),
        "tosa.clamp" => Some(has("max_fp")),
        "tosa.mul" => Some(has("shift")),
        "tosa.conv2d" | "tosa.conv3d" | "tosa.depthwise_conv2d" => Some(operands == 3),
        "tosa.avg_pool2d" => Some(operands == 1),
        "tosa.matmul" => Some(operands == 2),
        "tosa.negate" => Some(operands == 1),
        _ => None,
    }
}

fn transpose(builder: &mut ViewBuilder<'_>, value: Value, dims: &[usize], ty: Type) -> Value {
    let dims = dim_numbers(dims);
    if builder.movements.is_old {
        let (perms, perms_type) = builder.int_vector(32, &[dims.len() as u64], &dims);
        let perms = constant(builder, perms, perms_type);
        return builder.op("tosa.transpose", &[value, perms], ty, &[]);
    }
    let perms = builder.i32_array(&dims);
    builder.op("tosa.transpose", &[value], ty, &[("perms", perms)])
}

fn reshape(builder: &mut ViewBuilder<'_>, value: Value, lens: &[u64], ty: Type) -> Value {
    let lens = signed(lens);
    if builder.movements.is_old {
        let shape = builder.module.ctx.i64_array(&lens);
        return builder.op("tosa.reshape", &[value], ty, &[("new_shape", shape)]);
    }
    let shape = shape(builder, &lens);
    builder.op("tosa.reshape", &[value, shape], ty, &[])
}

fn pad(builder: &mut ViewBuilder<'_>, value: Value, zeros: &[u64], ty: Type) -> Value {
    let amounts: Vec<i64> = signed(zeros).into_iter().flat_map(|high| [0, high]).collect();
    if builder.movements.is_old {
        let lens = [zeros.len() as u64, 2];
        let (amounts, amounts_type) = builder.int_vector(32, &lens, &amounts);
        let amounts = constant(builder, amounts, amounts_type);
        return builder.op("tosa.pad", &[value, amounts], ty, &[]);
    }
    let amounts = shape(builder, &amounts);
    let elem = builder.elem(ty);
    let one = builder.module.ctx.tensor_type(&[Some(1)], elem, None);
    let zero = builder.zeros(one);
    let zero = constant(builder, zero, one);
    builder.op("tosa.pad", &[value, amounts, zero], ty, &[])
}

fn slice(builder: &mut ViewBuilder<'_>, value: Value, lens: &[u64], ty: Type) -> Value {
    let starts = vec![0; lens.len()];
    let lens = signed(lens);
    if builder.movements.is_old {
        let start = builder.module.ctx.i64_array(&starts);
        let size = builder.module.ctx.i64_array(&lens);
        return builder.op("tosa.slice", &[value], ty, &[("start", start), ("size", size)]);
    }
    let start = shape(builder, &starts);
    let size = shape(builder, &lens);
    builder.op("tosa.slice", &[value, start, size], ty, &[])
}

fn constant(builder: &mut ViewBuilder<'_>, elements: Attr, ty: Type) -> Value {
    let key = if builder.movements.is_old { "value" } else { "values" };
    builder.op("tosa.const", &[], ty, &[(key, elements)])
}

/// Returns a value of type `!tosa.shape`.
fn shape(builder: &mut ViewBuilder<'_>, values: &[i64]) -> Value {
    let index = builder.module.ctx.index_type();
    let (elements, _) = builder.int_elements(index, &[values.len() as u64], values);
    let dialect = builder.module.ctx.name("tosa");
    let body = [Piece::Text(format!("shape<{}>", values.len()).into())].into();
    let ty = builder.module.ctx.ty(TypeKind::Dialect(DialectText { dialect, body }));
    builder.op("tosa.const_shape", &[], ty, &[("values", elements)])
}
