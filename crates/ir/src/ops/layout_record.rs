//! `layout.record`: the bytes that store a block of elements, as fields of any width.
//!
//! ```mlir
//! layout.record @q6_k 210 bytes elements ["low", "high"] {
//!   layout.field "low"   : ui4 @nibbles at 0 bytes
//!   layout.field "high"  : ui2 @pairs at 128 bytes
//!   layout.field "scale" : i8 [16] at 192 bytes per 16
//!   layout.field "d"     : f16 at 208 bytes per 256
//! }
//! ```
//!
//! `elements` names the fields of an element, the lowest bits first; without it, the last field holds the elements. The
//! lengths of the block are those of these fields. Bits that no field has are padding.

use crate::diag::code;
use crate::records::ELEMENTS;
use crate::registry::{
    Arity, AttrClass, AttrSpec, BlockRole, OpCheck, OpDef, SharedFn, Traits, pieces, text,
};
use std::borrow::Cow;

pub(super) const DEF: OpDef = OpDef {
    name: text("layout.record"),
    summary: text("the bytes that store a block of elements, as fields of any width"),
    traits: Traits::SYMBOL.and(Traits::ISOLATED).and(Traits::NO_TERMINATOR),
    operands: Arity::Exactly(0),
    results: Arity::Exactly(0),
    regions: Arity::Exactly(1),
    attrs: Cow::Borrowed(&[
        AttrSpec::required("sym_name", AttrClass::Str),
        AttrSpec::required("bytes", AttrClass::Int),
        AttrSpec::optional(ELEMENTS, AttrClass::Strs),
    ]),
    syntax: Some(pieces!(@SymbolName @Int("bytes") bytes ?(elements @List(ELEMENTS)) {} @Region)),
    block: Some(BlockRole::Record),
    verify: Some(SharedFn::from_static(&verify)),
    ..OpDef::NEW
};

/// Checks the ops of the region. `crate::records` checks the fields with their layouts.
fn verify(check: &mut OpCheck<'_>) {
    super::checks::in_outermost_module(check);
    let module = check.module;
    let ops = module.regions(check.op).iter().flat_map(|&region| module.blocks(region));
    let ops: Vec<_> = ops.flat_map(|&block| module.ops(block)).collect();
    for &op in &ops {
        if check.registry.block_role(module, op) != Some(BlockRole::Field) {
            let message = format!(
                "`{}` is not allowed in a `layout.record`, which has only fields",
                module.name(op)
            );
            check.error_at(module.location(op), code::STRUCTURE, message);
        }
    }
    if ops.is_empty() {
        check.error(code::STRUCTURE, "`layout.record` must have at least one field".to_owned());
    }
}
