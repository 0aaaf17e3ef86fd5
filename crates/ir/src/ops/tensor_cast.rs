//! `tensor.cast`: a tensor of the same shape with another type.

use super::checks::{tensor_operand, tensor_result};
use crate::diag::code;
use crate::print::type_to_string;
use crate::registry::{Arity, OpCheck, OpDef, SharedFn, text};
use crate::views::op::ViewOp;

pub(super) const DEF: OpDef = OpDef {
    name: text("tensor.cast"),
    summary: text("a tensor of the same shape with another type"),
    operands: Arity::Exactly(1),
    view_relations: Some(SharedFn::from_static(&|registry, module, op| {
        ViewOp::new(registry, module, op).pair()?.same()
    })),
    verify: Some(SharedFn::from_static(&verify)),
    ..OpDef::ONE_RESULT
};

fn verify(check: &mut OpCheck<'_>) {
    let from = tensor_operand(check, 0);
    let Some(to) = tensor_result(check) else { return };
    let Some(from) = from else { return };
    let is_same_shape = match (from.dims, to.dims) {
        (Some(from), Some(to)) => {
            let mut dims = from.iter().zip(to);
            from.len() == to.len() && dims.all(|(a, b)| a.is_none() || b.is_none() || a == b)
        }
        // An unranked tensor may have any shape.
        _ => true,
    };
    if from.elem != to.elem || !is_same_shape {
        let [from, to] = [from.ty, to.ty].map(|ty| type_to_string(check.module, ty));
        let message =
            format!("`tensor.cast` from `{from}` to `{to}` changes the element type or the shape");
        check.error(code::TYPE_MISMATCH, message);
    }
}
