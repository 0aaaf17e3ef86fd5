//! `layout.target`: the limits, features and rules of a device.
//!
//! ```mlir
//! layout.target @npu {limits = {maxTensorDimensionCount = 6 : i64}, features = {tensorNonPacked = true}}
//! ```
//!
//! What the dictionaries may hold is in [`crate::target`], which reads them. The region holds
//! rules, ops `layout.rule`, one for each name.

use crate::diag::{code, counted};
use crate::registry::{Arity, AttrClass, AttrSpec, OpCheck, OpDef, Syntax, Traits};
use crate::target::{TARGET_OP, faults};

pub(super) const DEF: OpDef = OpDef {
    traits: Traits::SYMBOL.and(Traits::ISOLATED).and(Traits::NO_TERMINATOR),
    operands: Arity::Exactly(0),
    results: Arity::Exactly(0),
    // The dictionaries are checked where they are read.
    attrs: &[
        AttrSpec::required("sym_name", AttrClass::Str),
        AttrSpec::optional("limits", AttrClass::Any),
        AttrSpec::optional("features", AttrClass::Any),
        AttrSpec::optional("summary", AttrClass::Str),
    ],
    syntax: Some(&[Syntax::SymbolName, Syntax::AttrDict, Syntax::OptionalRegion]),
    verify,
    ..OpDef::new(TARGET_OP, "the limits, features and rules of a device")
};

fn verify(check: &mut OpCheck<'_>) {
    region(check);
    faults(check.module, check.op).into_iter().for_each(|fault| check.push(fault));
}

/// At most one region, with one block at most, without arguments.
fn region(check: &mut OpCheck<'_>) {
    let (module, op) = (check.module, check.op);
    let regions = module.regions(op);
    if regions.len() > 1 {
        let has = counted(regions.len(), "region");
        check.error(code::COUNT, format!("`{TARGET_OP}` has {has}, but takes at most 1"));
    }
    for &region in regions {
        let blocks = module.blocks(region);
        if blocks.len() > 1 || blocks.iter().any(|&block| !module.arguments(block).is_empty()) {
            let message = format!("the region of `{TARGET_OP}` is one block without arguments");
            check.error(code::STRUCTURE, message);
        }
    }
}
