//! `layout.target`: the limits, features, formats and rules of a device.
//!
//! ```mlir
//! layout.target @npu {limits = {maxTensorDimensionCount = 6 : i64}, features = {tensorNonPacked = true}}
//! ```
//!
//! [`crate::target`] reads the dictionaries and defines their keys. The region holds rules: one op `layout.rule` for
//! each op name, and one op `layout.group` for each group of ops.

use crate::diag::code;
use crate::registry::{Arity, AttrClass, AttrSpec, OpCheck, OpDef, SharedFn, Traits, pieces, text};
use crate::target::{TARGET_OP, faults};
use std::borrow::Cow;

pub(super) const DEF: OpDef = OpDef {
    name: text(TARGET_OP),
    summary: text("the limits, features, formats and rules of a device"),
    traits: Traits::SYMBOL.and(Traits::ISOLATED).and(Traits::NO_TERMINATOR),
    operands: Arity::Exactly(0),
    results: Arity::Exactly(0),
    // The reader of the dictionaries checks them.
    attrs: Cow::Borrowed(&[
        AttrSpec::required("sym_name", AttrClass::Str),
        AttrSpec::optional("limits", AttrClass::Any),
        AttrSpec::optional("features", AttrClass::Any),
        AttrSpec::optional("formats", AttrClass::Any),
        AttrSpec::optional("bandwidth", AttrClass::Any),
        AttrSpec::optional("index_cost", AttrClass::Any),
        AttrSpec::optional("tensorrt", AttrClass::Any),
        AttrSpec::optional("vector_dims", AttrClass::Any),
        AttrSpec::optional("workgroup_memory", AttrClass::Any),
        AttrSpec::optional("summary", AttrClass::Str),
    ]),
    syntax: Some(pieces!(@SymbolName {} @OptionalRegion)),
    verify: Some(SharedFn::from_static(&verify)),
    ..OpDef::NEW
};

fn verify(check: &mut OpCheck<'_>) {
    region(check);
    faults(check.module, check.registry, check.op).into_iter().for_each(|fault| check.push(fault));
}

/// Checks that there is at most one region, with at most one block, without arguments.
fn region(check: &mut OpCheck<'_>) {
    let module = check.module;
    let op = check.op;
    let regions = module.regions(op);
    if regions.len() > 1 {
        let has = regions.len();
        check
            .error(code::COUNT, format!("`{TARGET_OP}` must have at most 1 region, but has {has}"));
    }
    for &region in regions {
        let blocks = module.blocks(region);
        if blocks.len() > 1 || blocks.iter().any(|&block| !module.arguments(block).is_empty()) {
            let message =
                format!("the region of `{TARGET_OP}` must be one block without arguments");
            check.error(code::STRUCTURE, message);
        }
    }
}
