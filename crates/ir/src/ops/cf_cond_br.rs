//! `cf.cond_br`: a conditional branch.

use super::checks::{operand_groups, passed_to_block};
use crate::dense::is_bool;
use crate::diag::code;
use crate::module::{Module, Op, Value};
use crate::print::type_to_string;
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
    let module = check.module;
    let Some(groups) = operand_groups(check, &[Some(1), None, None]) else { return };
    let condition = module.operands(check.op)[0];
    if !is_bool(&module.ctx, module.ty(condition)) {
        let shown = type_to_string(module, module.ty(condition));
        let message = format!("the condition of `cf.cond_br` is `{shown}`, but must be `i1`");
        check.error_at(check.location().input(0), code::TYPE_MISMATCH, message);
    }
    passed_to_block(check, 0, groups[1].clone());
    passed_to_block(check, 1, groups[2].clone());
}
