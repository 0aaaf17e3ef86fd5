//! `cf.cond_br`: a conditional branch.

use super::checks::{condition, operand_groups, passed_to_block};
use crate::module::{Module, Op, Value};
use crate::registry::{Arity, AttrClass, AttrSpec, OpCheck, OpDef, SharedFn, TypeEqualities, text};
use std::borrow::Cow;

pub(super) const DEF: OpDef = OpDef {
    name: text("cf.cond_br"),
    summary: text("a conditional branch"),
    operands: Arity::AtLeast(1),
    successors: Arity::Exactly(2),
    attrs: Cow::Borrowed(&[AttrSpec::required("operandSegmentSizes", AttrClass::Segments)]),
    type_equalities: Some(SharedFn::from_static(&type_equalities)),
    verify: Some(SharedFn::from_static(&verify)),
    ..OpDef::TERMINATOR
};

/// Returns the operands after the condition with the arguments of the successors, in order.
fn type_equalities(module: &Module, op: Op) -> TypeEqualities {
    let operands = module.operands(op).iter().copied().skip(1);
    let arguments = module.successors(op).iter().flat_map(|&block| module.arguments(block));
    let arguments: Vec<Value> = arguments.copied().collect();
    // The verifier rejects other counts.
    if operands.len() != arguments.len() {
        return Vec::new();
    }
    operands.zip(arguments).collect()
}

fn verify(check: &mut OpCheck<'_>) {
    let Some(groups) = operand_groups(check, &[Some(1), None, None]) else { return };
    condition(check);
    passed_to_block(check, 0, groups[1].clone());
    passed_to_block(check, 1, groups[2].clone());
}
