//! `func.return`: returns values from the enclosing function.

use crate::diag::code;
use crate::registry::{OpCheck, OpDef, SharedFn, text};
use crate::types::TypeKind;

pub(super) const DEF: OpDef = OpDef {
    name: text("func.return"),
    summary: text("returns from a function"),
    returns: true,
    verify: Some(SharedFn::from_static(&verify)),
    ..OpDef::TERMINATOR
};

fn verify(check: &mut OpCheck<'_>) {
    let module = check.module;
    let Some(parent) = module.parent_op(check.op) else { return };
    let function = check.registry.op_def(module, parent).and_then(|def| def.function.as_ref());
    let Some(function) = function else {
        let name = module.name(parent).to_owned();
        return check.error(
            code::STRUCTURE,
            format!("`func.return` must be in the body of a function, but is in `{name}`"),
        );
    };
    let ty = module.type_attr(parent, &function.type_key);
    let Some(TypeKind::Function { results, .. }) = ty.map(|ty| module.ctx.kind(ty)) else { return };
    let operands = module.operands(check.op);
    let returned = check.location();
    let own = ("`func.return`", operands.len(), "operand");
    if !check.same_count(returned.clone(), own, ("the function", results.len(), "result")) {
        return;
    }
    super::checks::same_types(
        check,
        operands,
        results,
        |place| returned.clone().operand(place),
        |place, got, expected| {
            format!(
                "operand {place} of `func.return` is `{got}`, but the function returns `{expected}`"
            )
        },
    );
}
