//! `tensor.expand_shape`: a tensor with some dims split, which `reassociation` groups.

use super::tensor_shapes::{REASSOCIATION, dynamic_operands, regrouped};
use crate::diag::{code, counted};
use crate::registry::{Arity, AttrClass, AttrSpec, OpCheck, OpDef, SharedFn, text};
use crate::types::TypeKind;
use crate::views::op::ViewOp;
use std::borrow::Cow;

/// The key of the lengths of the result.
const LENGTHS: &str = "static_output_shape";

pub(super) const DEF: OpDef = OpDef {
    name: text("tensor.expand_shape"),
    summary: text("a tensor with some dims split"),
    operands: Arity::AtLeast(1),
    attrs: Cow::Borrowed(&[
        AttrSpec::required(REASSOCIATION, AttrClass::I64Lists),
        AttrSpec::required(LENGTHS, AttrClass::I64s),
    ]),
    view_relations: Some(SharedFn::from_static(&|registry, module, op| {
        ViewOp::new(registry, module, op).expand_shape(REASSOCIATION)
    })),
    verify: Some(SharedFn::from_static(&verify)),
    ..OpDef::ONE_RESULT
};

fn verify(check: &mut OpCheck<'_>) {
    let module = check.module;
    let op = check.op;
    let operands = module.operands(op);
    let Some(result) = module.result(op, 0) else { return };
    if !regrouped(check, result, operands[0]) {
        return;
    }
    dynamic_operands(check, LENGTHS, 1..operands.len());
    let lengths = check.attr(LENGTHS).and_then(|attr| module.ctx.as_int_list(attr));
    let Some(lengths) = lengths else { return };
    let TypeKind::Tensor { dims, .. } = module.kind(result) else { return };
    if lengths.len() != dims.len() {
        let listed = counted(lengths.len(), "entry");
        let rank = counted(dims.len(), "dim");
        let message =
            format!("`{LENGTHS}` of `tensor.expand_shape` has {listed}, but the result has {rank}");
        check.error_at(check.location().attr(LENGTHS), code::COUNT, message);
    }
}
