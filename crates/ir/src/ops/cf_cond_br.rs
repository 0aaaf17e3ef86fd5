//! `cf.cond_br`: goes on in one of two blocks.

use crate::module::{Module, Op, Value};
use crate::registry::{OpDef, TypeEqualities};

pub(super) const DEF: OpDef = OpDef {
    type_equalities: Some(type_equalities),
    ..OpDef::foreign("cf.cond_br", "goes on in one of two blocks")
};

/// Behind the condition stand the operands of the first block, then those of the second.
fn type_equalities(module: &Module, op: Op) -> TypeEqualities {
    let operands = module.operands(op).iter().copied().skip(1);
    let arguments = module.successors(op).iter().flat_map(|&block| module.arguments(block));
    let arguments: Vec<Value> = arguments.copied().collect();
    // Another number is no branch that anybody understands.
    if operands.len() != arguments.len() {
        return Vec::new();
    }
    operands.zip(arguments).collect()
}
