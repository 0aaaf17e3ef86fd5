//! `builtin.module`: the op that holds everything.

use crate::registry::{Arity, AttrClass, AttrSpec, OpDef, Traits};

pub(super) const DEF: OpDef = OpDef {
    traits: Traits::ISOLATED.and(Traits::SYMBOL_TABLE).and(Traits::NO_TERMINATOR),
    operands: Arity::Exactly(0),
    results: Arity::Exactly(0),
    regions: Arity::Exactly(1),
    attrs: &[
        AttrSpec::optional("sym_name", AttrClass::Str),
        AttrSpec::optional("sym_visibility", AttrClass::Str),
    ],
    verify: |check| {
        let (module, op) = (check.module, check.op);
        if let [region] = module.regions(op)
            && module.blocks(*region).len() != 1
        {
            let count = module.blocks(*region).len();
            check.error(
                crate::diag::code::STRUCTURE,
                format!("the region of `builtin.module` has {count} blocks, but must have 1"),
            );
        }
    },
    ..OpDef::new("builtin.module", "holds a program")
};
