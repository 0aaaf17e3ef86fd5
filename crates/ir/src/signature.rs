//! The check of the counts and attributes of an op against its definition.

use crate::diag::code;
use crate::registry::{Arity, AttrSpec, OpCheck, OpDef};

/// Reports each count and attribute of an op that differs from its definition. Returns `true` if all counts match.
pub(crate) fn check(check: &mut OpCheck<'_>, def: &OpDef) -> bool {
    let module = check.module;
    let op = check.op;
    let counts = [
        ("operand", def.operands, module.operands(op).len()),
        ("result", def.results, module.results(op).len()),
        ("region", def.regions, module.regions(op).len()),
        ("successor", def.successors, module.successors(op).len()),
    ];
    let is_right = counts.map(|(what, arity, got)| count(check, what, arity, got));
    for spec in def.attrs.iter() {
        attribute(check, &def.name, spec);
    }
    is_right.into_iter().all(|is_right| is_right)
}

/// Reports a count that the definition does not allow. Returns `true` if it allows the count.
fn count(check: &mut OpCheck<'_>, what: &str, arity: Arity, got: usize) -> bool {
    let is_right = arity.admits(got);
    if !is_right {
        let name = check.module.name(check.op);
        let expected = arity.describe(what);
        let message = format!("`{name}` must have {expected}, but has {got}");
        check.error(code::COUNT, message);
    }
    is_right
}

fn attribute(check: &mut OpCheck<'_>, name: &str, spec: &AttrSpec) {
    let module = check.module;
    let expected = spec.class.describe();
    match check.attr(&spec.key) {
        Some(attr) if !spec.class.admits(&module.ctx, attr) => {
            check.wrong_attr(&spec.key, attr, expected);
        }
        None if spec.is_required => {
            let message = format!("`{name}` requires attribute `{}`, {expected}", spec.key);
            check.error(code::OP_ATTRIBUTE, message);
        }
        _ => {}
    }
}
