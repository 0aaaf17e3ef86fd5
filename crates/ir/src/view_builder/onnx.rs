//! Movements of data in ONNX's dialect.

use super::builder::{MovementDialect, ViewBuilder, dim_numbers, signed};
use crate::data::attrs::Attr;
use crate::data::module::Value;
use crate::data::types::Type;

pub(super) const MOVEMENT: MovementDialect =
    MovementDialect { dialects: &["onnx"], transpose, reshape, pad, slice, constant };

fn transpose(builder: &mut ViewBuilder<'_>, value: Value, dims: &[usize], ty: Type) -> Value {
    let ctx = &mut builder.module.ctx;
    let ints: Vec<Attr> = dim_numbers(dims).into_iter().map(|dim| ctx.int(dim)).collect();
    let perm = ctx.array(&ints);
    builder.op("onnx.Transpose", &[value], ty, &[("perm", perm)])
}

fn reshape(builder: &mut ViewBuilder<'_>, value: Value, lens: &[u64], ty: Type) -> Value {
    let shape = ints(builder, &signed(lens));
    builder.op("onnx.Reshape", &[value, shape], ty, &[])
}

fn pad(builder: &mut ViewBuilder<'_>, value: Value, zeros: &[u64], ty: Type) -> Value {
    let mut amounts = vec![0; zeros.len()];
    amounts.extend(signed(zeros));
    let amounts = ints(builder, &amounts);
    let elem = builder.elem(ty);
    let scalar = builder.module.ctx.tensor_type(&[], elem, None);
    let zero = builder.zeros(scalar);
    let zero = constant(builder, zero, scalar);
    let none_type = builder.module.ctx.ty(crate::data::types::TypeKind::None);
    let unit = builder.module.ctx.unit();
    let axes = builder.op("onnx.NoValue", &[], none_type, &[("value", unit)]);
    let mode = builder.module.ctx.string("constant");
    builder.op("onnx.Pad", &[value, amounts, zero, axes], ty, &[("mode", mode)])
}

fn slice(builder: &mut ViewBuilder<'_>, value: Value, lens: &[u64], ty: Type) -> Value {
    let starts = ints(builder, &vec![0; lens.len()]);
    let ends = ints(builder, &signed(lens));
    let axes: Vec<usize> = (0..lens.len()).collect();
    let axes = ints(builder, &dim_numbers(&axes));
    let steps = ints(builder, &vec![1; lens.len()]);
    builder.op("onnx.Slice", &[value, starts, ends, axes, steps], ty, &[])
}

fn constant(builder: &mut ViewBuilder<'_>, elements: Attr, ty: Type) -> Value {
    builder.op("onnx.Constant", &[], ty, &[("value", elements)])
}

fn ints(builder: &mut ViewBuilder<'_>, values: &[i64]) -> Value {
    let (elements, ty) = builder.int_vector(64, &[values.len() as u64], values);
    constant(builder, elements, ty)
}
