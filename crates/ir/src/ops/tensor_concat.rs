//! `tensor.concat`: the concatenation of tensors along a dim.

use super::checks::{shape_text, tensor_operand};
use super::tensor_shapes::ranked_pair;
use crate::diag::{code, counted};
use crate::registry::{Arity, AttrClass, AttrSpec, OpCheck, OpDef, SharedFn, text};
use crate::types::Extent;
use crate::views::op::ViewOp;
use std::borrow::Cow;

pub(super) const DEF: OpDef = OpDef {
    name: text("tensor.concat"),
    summary: text("the concatenation of tensors along a dim"),
    operands: Arity::AtLeast(1),
    attrs: Cow::Borrowed(&[AttrSpec::required("dim", AttrClass::I64)]),
    view_relations: Some(SharedFn::from_static(&|registry, module, op| {
        let view = ViewOp::new(registry, module, op);
        view.concat(view.required_int("dim")?)
    })),
    verify: Some(SharedFn::from_static(&verify)),
    ..OpDef::ONE_RESULT
};

fn verify(check: &mut OpCheck<'_>) {
    let module = check.module;
    let Some((first, result)) = ranked_pair(check) else { return };
    let Some(dim) = check.attr("dim").and_then(|attr| module.ctx.as_int(attr)) else { return };
    let Some(dim) = usize::try_from(dim).ok().filter(|&dim| dim < result.len()) else {
        let rank = counted(result.len(), "dim");
        let message = format!("`dim` of `tensor.concat` is {dim}, but the result has {rank}");
        return check.error_at(check.location().attr("dim"), code::OP_ATTRIBUTE, message);
    };
    let elem = tensor_operand(check, 0).map(|first| first.elem);
    let mut lengths: Vec<Extent> = first.to_vec();
    for at in 0..module.operands(check.op).len() {
        let Some(operand) = tensor_operand(check, at) else { return };
        let dims =
            operand.dims.filter(|dims| dims.len() == result.len() && Some(operand.elem) == elem);
        if !dims.is_some_and(|dims| join(&mut lengths, dims, dim, at)) {
            let message = format!(
                "operand {at} of `tensor.concat` must have the rank, element type and lengths of operand 0, except the length of d{dim}"
            );
            return check.error_at(check.location().input(at), code::TYPE_MISMATCH, message);
        }
    }
    if !lengths.iter().zip(result).all(|(&a, &b)| agree(a, b)) {
        let message = format!(
            "the result of `tensor.concat` has lengths {}, but the concatenated operands have {}",
            shape_text(result),
            shape_text(&lengths)
        );
        check.error_at(check.location().output(0), code::TYPE_MISMATCH, message);
    }
}

fn agree(a: Extent, b: Extent) -> bool {
    a.is_none() || b.is_none() || a == b
}

/// Adds the lengths of operand `at` to those of the operands before it. Returns `false` if they are incompatible.
fn join(lengths: &mut [Extent], dims: &[Extent], along: usize, at: usize) -> bool {
    for (dim, (length, &own)) in lengths.iter_mut().zip(dims).enumerate() {
        if dim == along {
            if at > 0 {
                *length = length.zip(own).map(|(sum, own)| sum.wrapping_add(own));
            }
        } else if agree(*length, own) {
            *length = length.or(own);
        } else {
            return false;
        }
    }
    true
}
