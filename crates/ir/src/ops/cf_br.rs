//! `cf.br`: an unconditional branch.

use crate::registry::{Arity, OpDef, SharedFn, text};

pub(super) const DEF: OpDef = OpDef {
    name: text("cf.br"),
    summary: text("an unconditional branch"),
    successors: Arity::Exactly(1),
    type_equalities: Some(SharedFn::from_static(&|module, op| {
        let target = module.successors(op).first();
        let arguments = target.map_or(&[][..], |&block| module.arguments(block));
        module.operands(op).iter().copied().zip(arguments.iter().copied()).collect()
    })),
    verify: Some(SharedFn::from_static(&|check| {
        super::checks::passed_to_block(check, 0, 0..check.module.operands(check.op).len())
    })),
    ..OpDef::TERMINATOR
};
