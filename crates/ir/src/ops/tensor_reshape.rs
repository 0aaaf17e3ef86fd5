//! `tensor.reshape`: a tensor of the shape that operand 1 lists.

use super::checks::{
    RankedOrNot, elements, is_index_or_integer, keeps_count, keeps_elem, tensor_operand,
    tensor_result,
};
use crate::data::types::extent_text;
use crate::diag::{code, counted};
use crate::module::{Module, Op};
use crate::registry::{Arity, OpCheck, OpDef, Registry, SharedFn, text};
use crate::types::Extent;
use crate::views::ViewRelations;
use crate::views::dims::static_lengths;
use crate::views::form::reshape;
use crate::views::op::ViewOp;

pub(super) const DEF: OpDef = OpDef {
    name: text("tensor.reshape"),
    summary: text("a tensor of another shape"),
    operands: Arity::Exactly(2),
    view_relations: Some(SharedFn::from_static(&view_relations)),
    verify: Some(SharedFn::from_static(&verify)),
    ..OpDef::ONE_RESULT
};

fn view_relations(registry: &Registry, module: &Module, op: Op) -> ViewRelations {
    let view = ViewOp::new(registry, module, op);
    let pair = view.pair()?;
    match view.required_ints_operand(1) {
        // The types alone determine the view if the shape is computed from the lengths of a dynamic tensor.
        Err(_) if pair.has_one_dynamic_dim() => reshape(pair),
        shape => pair.reshape(&static_lengths(&shape?)),
    }
}

fn verify(check: &mut OpCheck<'_>) {
    let [from, shape] = [0, 1].map(|at| tensor_operand(check, at));
    let Some(to) = tensor_result(check) else { return };
    let [Some(from), Some(shape)] = [from, shape] else { return };
    let module = check.module;
    let Some(&[length]) = shape.dims.filter(|_| is_index_or_integer(&module.ctx, shape.elem))
    else {
        let wanted = "be a tensor of rank 1 with `index` or integer elements";
        return check.wrong_type(check.location().input(1), "the shape", shape.ty, wanted);
    };
    if keeps_elem(check, from.elem, to.elem) {
        rank(check, length, &to);
        keeps_count(check, from.dims.and_then(elements), to.dims.and_then(elements));
    }
}

/// Checks that the rank of a ranked result is the number of entries of the shape.
fn rank(check: &mut OpCheck<'_>, length: Extent, to: &RankedOrNot<'_>) {
    let Some(dims) = to.dims else { return };
    if length != Some(dims.len() as u64) {
        let listed = extent_text(length);
        let rank = counted(dims.len(), "dim");
        let message = format!(
            "the shape of `tensor.reshape` has {listed} entries, but the result has {rank}"
        );
        check.error_at(check.location().input(1), code::TYPE_MISMATCH, message);
    }
}
