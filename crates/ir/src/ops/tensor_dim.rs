//! `tensor.dim`: the length of a dim of a tensor.

use super::checks::tensor_operand;
use super::tensor_shapes::index_operands;
use crate::registry::{Arity, OpCheck, OpDef, SharedFn, Traits, text};
use crate::types::TypeKind;

pub(super) const DEF: OpDef = OpDef {
    name: text("tensor.dim"),
    summary: text("the length of a dim of a tensor"),
    traits: Traits::LENGTH,
    operands: Arity::Exactly(2),
    verify: Some(SharedFn::from_static(&verify)),
    ..OpDef::ONE_RESULT
};

fn verify(check: &mut OpCheck<'_>) {
    let Some(tensor) = tensor_operand(check, 0) else { return };
    let module = check.module;
    if tensor.dims.is_some_and(<[_]>::is_empty) {
        let place = check.location().input(0);
        check.wrong_type(place, "operand 0", tensor.ty, "have at least 1 dim");
    }
    index_operands(check, 1..2);
    let Some(result) = module.result(check.op, 0).map(|result| module.ty(result)) else { return };
    if !matches!(module.ctx.kind(result), TypeKind::Index) {
        check.wrong_type(check.location().output(0), "the result", result, "be `index`");
    }
}
