//! `builtin.module`: the op that holds everything.

use crate::diag::{Diag, code};
use crate::registry::{Arity, AttrClass, AttrSpec, OpDef, Traits};
use crate::target::TARGET_ATTR;

pub(super) const DEF: OpDef = OpDef {
    traits: Traits::ISOLATED.and(Traits::SYMBOL_TABLE).and(Traits::NO_TERMINATOR),
    operands: Arity::Exactly(0),
    results: Arity::Exactly(0),
    regions: Arity::Exactly(1),
    attrs: &[
        AttrSpec::optional("sym_name", AttrClass::Str),
        AttrSpec::optional("sym_visibility", AttrClass::Str),
        AttrSpec::optional(TARGET_ATTR, AttrClass::Symbol),
    ],
    verify: |check| {
        let (module, op) = (check.module, check.op);
        if let [region] = module.regions(op)
            && module.blocks(*region).len() != 1
        {
            let count = module.blocks(*region).len();
            check.error(
                code::STRUCTURE,
                format!("the region of `builtin.module` has {count} blocks, but must have 1"),
            );
        }
        // Passes run over all of a file, so only the module around all can pick.
        if op != module.root() && module.attr(op, TARGET_ATTR).is_some() {
            let message = format!("`{TARGET_ATTR}` of a module in another is not heeded");
            let diag = Diag::warning(code::TARGET, module.place(op).key(TARGET_ATTR), message);
            check.push(diag.note("the outermost module picks the target"));
        }
    },
    ..OpDef::new("builtin.module", "holds a program")
};
