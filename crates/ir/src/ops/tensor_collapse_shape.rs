//! `tensor.collapse_shape`: a tensor with merged groups of dims, which `reassociation` lists.

use super::tensor_shapes::{REASSOCIATION, regrouped};
use crate::registry::{Arity, AttrClass, AttrSpec, OpCheck, OpDef, SharedFn, text};
use crate::views::op::ViewOp;
use std::borrow::Cow;

pub(super) const DEF: OpDef = OpDef {
    name: text("tensor.collapse_shape"),
    summary: text("a tensor with merged groups of dims"),
    operands: Arity::Exactly(1),
    attrs: Cow::Borrowed(&[AttrSpec::required(REASSOCIATION, AttrClass::I64Lists)]),
    view_relations: Some(SharedFn::from_static(&|registry, module, op| {
        ViewOp::new(registry, module, op).collapse_shape(REASSOCIATION)
    })),
    verify: Some(SharedFn::from_static(&verify)),
    ..OpDef::ONE_RESULT
};

fn verify(check: &mut OpCheck<'_>) {
    let module = check.module;
    let op = check.op;
    if let Some(result) = module.result(op, 0) {
        regrouped(check, module.operands(op)[0], result);
    }
}
