//! `builtin.module`: the op that holds a program.

use super::checks::{VISIBILITY, symbol};
use crate::diag::{Diag, code, counted};
use crate::registry::{Arity, AttrClass, AttrSpec, OpCheck, OpDef, SharedFn, Traits, text};
use crate::target::TARGET_ATTR;
use std::borrow::Cow;

pub(super) const DEF: OpDef = OpDef {
    name: text("builtin.module"),
    summary: text("holds a program"),
    traits: Traits::ISOLATED.and(Traits::SYMBOL_TABLE).and(Traits::NO_TERMINATOR),
    operands: Arity::Exactly(0),
    results: Arity::Exactly(0),
    regions: Arity::Exactly(1),
    attrs: Cow::Borrowed(&[
        AttrSpec::optional("sym_name", AttrClass::Str),
        AttrSpec::optional(VISIBILITY, AttrClass::Str),
        AttrSpec::optional(TARGET_ATTR, AttrClass::Symbol),
    ]),
    verify: Some(SharedFn::from_static(&verify)),
    ..OpDef::NEW
};

fn verify(check: &mut OpCheck<'_>) {
    region(check);
    attributes(check);
    if check.module.symbol(check.op).is_some() {
        symbol(check);
    }
    // Passes process the whole file, so only the outermost module can select the target.
    let module = check.module;
    let op = check.op;
    if op != module.root() && module.attr(op, TARGET_ATTR).is_some() {
        let message = format!("`{TARGET_ATTR}` of a nested module is ignored");
        let diag = Diag::warning(code::TARGET, check.location().key(TARGET_ATTR), message);
        check.push(diag.note("the outermost module selects the target"));
    }
}

/// Checks that the region has one block, without arguments.
fn region(check: &mut OpCheck<'_>) {
    let module = check.module;
    let Some(&region) = module.regions(check.op).first() else { return };
    match module.blocks(region) {
        [block] => {
            let has = counted(module.arguments(*block).len(), "argument");
            if !module.arguments(*block).is_empty() {
                let message =
                    format!("the block of `builtin.module` has {has}, but must have none");
                check.error(code::STRUCTURE, message);
            }
        }
        blocks => {
            let has = counted(blocks.len(), "block");
            let message = format!("the region of `builtin.module` has {has}, but must have 1");
            check.error(code::STRUCTURE, message);
        }
    }
}

/// Checks that attributes other than those of the definition have a dialect prefix.
fn attributes(check: &mut OpCheck<'_>) {
    let module = check.module;
    for key in module.all_attrs(check.op).map(|(key, _)| module.ctx.text(key)) {
        if DEF.attrs.iter().all(|spec| spec.key != key) {
            check.requires_prefix(check.location().key(key), key, "of `builtin.module`");
        }
    }
}
