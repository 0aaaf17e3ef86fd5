//! `tensor.reshape`: a tensor of the shape that operand 1 lists.

use super::checks::{RankedOrNot, is_index_or_integer, tensor_operand, tensor_result};
use crate::diag::{code, counted};
use crate::module::{Module, Op};
use crate::print::type_to_string;
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
    let (Some(from), Some(shape), Some(to)) =
        (tensor_operand(check, 0), tensor_operand(check, 1), tensor_result(check))
    else {
        return;
    };
    let module = check.module;
    let Some(&[length]) = shape.dims.filter(|_| is_index_or_integer(&module.ctx, shape.elem))
    else {
        let shown = type_to_string(module, shape.ty);
        let message = format!(
            "the shape of `tensor.reshape` is `{shown}`, but must be a tensor of rank 1 with `index` or integer elements"
        );
        return check.error_at(check.location().input(1), code::TYPE_MISMATCH, message);
    };
    if from.elem != to.elem {
        let from = type_to_string(module, from.elem);
        let to = type_to_string(module, to.elem);
        let message = format!(
            "`tensor.reshape` must keep the element type, but its operand has `{from}` and its result `{to}`"
        );
        return check.error(code::TYPE_MISMATCH, message);
    }
    rank(check, length, &to);
    if let (Some(before), Some(after)) = (elements(&from), elements(&to))
        && before != after
    {
        let message = format!(
            "the result of `tensor.reshape` has {after} elements, but its operand has {before}"
        );
        check.error(code::TYPE_MISMATCH, message);
    }
}

/// Checks that the rank of a ranked result is the number of entries of the shape.
fn rank(check: &mut OpCheck<'_>, length: Extent, to: &RankedOrNot<'_>) {
    let Some(dims) = to.dims else { return };
    if length != Some(dims.len() as u64) {
        let listed = length.map_or("?".to_owned(), |length| length.to_string());
        let rank = counted(dims.len(), "dim");
        let message = format!(
            "the shape of `tensor.reshape` has {listed} entries, but the result has {rank}"
        );
        check.error_at(check.location().input(1), code::TYPE_MISMATCH, message);
    }
}

/// Returns the number of elements, modulo 2^64 as in MLIR; `None` if it is dynamic.
fn elements(tensor: &RankedOrNot<'_>) -> Option<u64> {
    tensor.dims?.iter().try_fold(1u64, |product, dim| Some(product.wrapping_mul((*dim)?)))
}
