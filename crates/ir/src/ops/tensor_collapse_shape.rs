//! `tensor.collapse_shape`: a tensor with merged groups of dims, which `reassociation` lists.

use super::tensor_shapes::{REASSOCIATION, regrouped};
use crate::registry::{Arity, AttrClass, AttrSpec, OpCheck, OpDef};
use crate::views::op::ViewOp;

pub(super) const DEF: OpDef = OpDef {
    operands: Arity::Exactly(1),
    results: Arity::Exactly(1),
    regions: Arity::Exactly(0),
    attrs: &[AttrSpec::required(REASSOCIATION, AttrClass::I64Lists)],
    view_relations: Some(|registry, module, op| {
        ViewOp::new(registry, module, op).collapse_shape(REASSOCIATION)
    }),
    verify,
    ..OpDef::new("tensor.collapse_shape", "a tensor with merged groups of dims")
};

fn verify(check: &mut OpCheck<'_>) {
    let (module, op) = (check.module, check.op);
    if let Some(result) = module.result(op, 0) {
        regrouped(check, module.operands(op)[0], result);
    }
}
