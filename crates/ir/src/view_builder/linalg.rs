//! Movements of data in `linalg` and `tensor`.

use super::builder::{MovementDialect, ViewBuilder, dim_numbers, signed};
use crate::data::attrs::{Attr, AttrKind, IntValue};
use crate::data::build::Builder;
use crate::data::module::{Label, Value};
use crate::data::types::{Type, TypeKind};
use crate::layout::checked_product;

/// The op that defines a tensor without contents.
pub const EMPTY_OP: &str = "tensor.empty";

pub(super) const MOVEMENT: MovementDialect =
    MovementDialect { dialects: &["linalg", "tensor"], transpose, reshape, pad, slice, constant };

fn transpose(builder: &mut ViewBuilder<'_>, value: Value, dims: &[usize], ty: Type) -> Value {
    let lens = builder.dims(value);
    let mut lengths = Vec::new();
    for &dim in dims {
        if lens.get(dim) == Some(&None) {
            let number = int_constant(builder, i64::try_from(dim).unwrap_or(i64::MAX));
            let index = builder.module.ctx.index_type();
            lengths.push(builder.op("tensor.dim", &[value, number], index, &[]));
        }
    }
    let empty = builder.op(EMPTY_OP, &lengths, ty, &[]);
    let permutation = builder.module.ctx.i64_array(&dim_numbers(dims));
    let attrs = [("permutation", permutation)];
    let op = builder.insert("linalg.transpose", &[value, empty], &[ty], &attrs);
    // The body of the op in generic form: the element of the operand.
    let elem = builder.elem(ty);
    let region = builder.module.add_region(op);
    let block = builder.module.add_block(region, Label::NONE);
    let element = builder.module.add_argument(block, elem, Label::NONE);
    builder.module.add_argument(block, elem, Label::NONE);
    Builder { module: builder.module, block }.op("linalg.yield", &[element], &[], &[]);
    builder.module.result(op, 0).expect("the op was made with one result")
}

/// Reshapes by way of one dim: its dims are merged, and then split.
fn reshape(builder: &mut ViewBuilder<'_>, value: Value, lens: &[u64], ty: Type) -> Value {
    let rank = builder.dims(value).len();
    let elem = builder.elem(ty);
    let mut flat = value;
    // A scalar has one element, and so has each dim that it is expanded to.
    if rank > 1 {
        let count = checked_product(lens.iter().copied());
        let flat_type = builder.module.ctx.tensor_type(&[count], elem, None);
        let groups = reassociation(builder, &[(0..rank).collect()]);
        let attrs = [("reassociation", groups)];
        flat = builder.op("tensor.collapse_shape", &[value], flat_type, &attrs);
    }
    match (rank, lens.len()) {
        (_, 1) if rank > 0 => flat,
        (0, 0) => flat,
        (_, 0) => {
            let groups = reassociation(builder, &[]);
            builder.op("tensor.collapse_shape", &[flat], ty, &[("reassociation", groups)])
        }
        (_, new) => {
            let groups: &[Vec<usize>] = if rank == 0 { &[] } else { &[(0..new).collect()] };
            let groups = reassociation(builder, groups);
            let shape = builder.module.ctx.i64_array(&signed(lens));
            let attrs = [("reassociation", groups), ("static_output_shape", shape)];
            builder.op("tensor.expand_shape", &[flat], ty, &attrs)
        }
    }
}

fn pad(builder: &mut ViewBuilder<'_>, value: Value, zeros: &[u64], ty: Type) -> Value {
    let low = builder.module.ctx.i64_array(&vec![0; zeros.len()]);
    let high = builder.module.ctx.i64_array(&signed(zeros));
    let segments = builder.i32_array(&[1, 0, 0]);
    let attrs = [("static_low", low), ("static_high", high), ("operandSegmentSizes", segments)];
    let op = builder.insert("tensor.pad", &[value], &[ty], &attrs);
    let region = builder.module.add_region(op);
    let block = builder.module.add_block(region, Label::NONE);
    let index = builder.module.ctx.index_type();
    for _ in zeros {
        builder.module.add_argument(block, index, Label::NONE);
    }
    let elem = builder.elem(ty);
    let zero = zero_of(builder, elem);
    let mut body = Builder { module: builder.module, block };
    let zero = body.value("arith.constant", &[], elem, &[("value", zero)]);
    body.op("tensor.yield", &[zero], &[], &[]);
    builder.module.result(op, 0).expect("the op was made with one result")
}

fn slice(builder: &mut ViewBuilder<'_>, value: Value, lens: &[u64], ty: Type) -> Value {
    let offsets = builder.module.ctx.i64_array(&vec![0; lens.len()]);
    let sizes = builder.module.ctx.i64_array(&signed(lens));
    let strides = builder.module.ctx.i64_array(&vec![1; lens.len()]);
    let segments = builder.i32_array(&[1, 0, 0, 0]);
    let attrs = [
        ("static_offsets", offsets),
        ("static_sizes", sizes),
        ("static_strides", strides),
        ("operandSegmentSizes", segments),
    ];
    builder.op("tensor.extract_slice", &[value], ty, &attrs)
}

fn constant(builder: &mut ViewBuilder<'_>, elements: Attr, ty: Type) -> Value {
    builder.op("arith.constant", &[], ty, &[("value", elements)])
}

/// Returns an index constant.
fn int_constant(builder: &mut ViewBuilder<'_>, value: i64) -> Value {
    let ty = builder.module.ctx.index_type();
    let value = IntValue::Small(value);
    let value = builder.module.ctx.attr(AttrKind::Integer { value, ty });
    builder.op("arith.constant", &[], ty, &[("value", value)])
}

/// Returns the number 0 of an element type.
fn zero_of(builder: &mut ViewBuilder<'_>, elem: Type) -> Attr {
    let ctx = &mut builder.module.ctx;
    match ctx.kind(elem) {
        TypeKind::Float(_) => ctx.attr(AttrKind::Float { bits: 0u128.into(), ty: elem }),
        _ => ctx.attr(AttrKind::Integer { value: IntValue::Small(0), ty: elem }),
    }
}

fn reassociation(builder: &mut ViewBuilder<'_>, groups: &[Vec<usize>]) -> Attr {
    let mut lists = Vec::new();
    for group in groups {
        let dims: Vec<Attr> =
            dim_numbers(group).into_iter().map(|dim| builder.module.ctx.int(dim)).collect();
        lists.push(builder.module.ctx.array(&dims));
    }
    builder.module.ctx.array(&lists)
}
