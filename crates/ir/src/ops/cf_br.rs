//! `cf.br`: goes on in another block.

use crate::registry::OpDef;

pub(super) const DEF: OpDef = OpDef {
    type_equalities: Some(|module, op| {
        let target = module.successors(op).first();
        let arguments = target.map_or(&[][..], |&block| module.arguments(block));
        module.operands(op).iter().copied().zip(arguments.iter().copied()).collect()
    }),
    ..OpDef::foreign("cf.br", "goes on in another block")
};
