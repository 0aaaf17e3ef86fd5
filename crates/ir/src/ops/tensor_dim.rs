//! `tensor.dim`: the length of a dim of a tensor.

use super::checks::tensor_operand;
use super::tensor_shapes::index_operands;
use crate::diag::code;
use crate::print::type_to_string;
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
        let shown = type_to_string(module, tensor.ty);
        let message =
            format!("operand 0 of `tensor.dim` is `{shown}`, but must have at least 1 dim");
        check.error_at(check.location().input(0), code::TYPE_MISMATCH, message);
    }
    index_operands(check, 1..2);
    let Some(result) = module.result(check.op, 0).map(|result| module.ty(result)) else { return };
    if !matches!(module.ctx.kind(result), TypeKind::Index) {
        let shown = type_to_string(module, result);
        let message = format!("the result of `tensor.dim` is `{shown}`, but must be `index`");
        check.error_at(check.location().output(0), code::TYPE_MISMATCH, message);
    }
}
