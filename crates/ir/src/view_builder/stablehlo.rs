//! Movements of data in StableHLO.

use super::builder::{MovementDialect, ViewBuilder, dim_numbers, signed};
use crate::data::attrs::Attr;
use crate::data::module::Value;
use crate::data::types::Type;

pub(super) const MOVEMENT: MovementDialect =
    MovementDialect { dialects: &["stablehlo"], transpose, reshape, pad, slice, constant };

fn transpose(builder: &mut ViewBuilder<'_>, value: Value, dims: &[usize], ty: Type) -> Value {
    let dims = builder.module.ctx.i64_array(&dim_numbers(dims));
    builder.op("stablehlo.transpose", &[value], ty, &[("permutation", dims)])
}

fn reshape(builder: &mut ViewBuilder<'_>, value: Value, _: &[u64], ty: Type) -> Value {
    builder.op("stablehlo.reshape", &[value], ty, &[])
}

fn pad(builder: &mut ViewBuilder<'_>, value: Value, zeros: &[u64], ty: Type) -> Value {
    let elem = builder.elem(ty);
    let scalar = builder.module.ctx.tensor_type(&[], elem, None);
    let zero = builder.zeros(scalar);
    let zero = constant(builder, zero, scalar);
    let none = builder.module.ctx.i64_array(&vec![0; zeros.len()]);
    let high = builder.module.ctx.i64_array(&signed(zeros));
    let attrs =
        [("edge_padding_low", none), ("edge_padding_high", high), ("interior_padding", none)];
    builder.op("stablehlo.pad", &[value, zero], ty, &attrs)
}

fn slice(builder: &mut ViewBuilder<'_>, value: Value, lens: &[u64], ty: Type) -> Value {
    let ctx = &mut builder.module.ctx;
    let starts = ctx.i64_array(&vec![0; lens.len()]);
    let limits = ctx.i64_array(&signed(lens));
    let strides = ctx.i64_array(&vec![1; lens.len()]);
    let attrs = [("start_indices", starts), ("limit_indices", limits), ("strides", strides)];
    builder.op("stablehlo.slice", &[value], ty, &attrs)
}

fn constant(builder: &mut ViewBuilder<'_>, elements: Attr, ty: Type) -> Value {
    builder.op("stablehlo.constant", &[], ty, &[("value", elements)])
}
