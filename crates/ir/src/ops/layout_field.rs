//! `layout.field`: a field of a record, or a value that joins several fields.
//!
//! ```mlir
//! layout.field "d" : f16 at 0 bytes per 256
//! layout.field "high" : ui1 [32] at 32 bits per 1
//! layout.field "q" : ui4 @order at 16 bytes
//! layout.field "scale" = ["low", "high"]
//! ```
//!
//! The elements of a field are one, those of a row-major list, or those of a descriptor, which counts elements of the
//! field. `per` is the number of indices of the record, by dim, that share an element of the field; without it, no index
//! determines an element, unless the record names the field in `elements`.

use crate::diag::code;
use crate::records::{AT, LAYOUT, LENGTHS, PARTS, PER, TYPE, UNIT, UNITS};
use crate::registry::{Arity, Traits};
use crate::registry::{AttrClass, AttrSpec, BlockRole, OpCheck, OpDef, SharedFn, pieces, text};
use std::borrow::Cow;

pub(super) const DEF: OpDef = OpDef {
    name: text("layout.field"),
    summary: text("a field of a record, or a value that joins several fields"),
    traits: Traits::NONE,
    operands: Arity::Exactly(0),
    results: Arity::Exactly(0),
    regions: Arity::Exactly(0),
    attrs: Cow::Borrowed(&[
        AttrSpec::required("name", AttrClass::Str),
        AttrSpec::optional(PARTS, AttrClass::Strs),
        AttrSpec::optional(TYPE, AttrClass::Type),
        AttrSpec::optional(LENGTHS, AttrClass::Ints),
        AttrSpec::optional(LAYOUT, AttrClass::Symbol),
        AttrSpec::optional(AT, AttrClass::Int),
        AttrSpec::optional(UNIT, AttrClass::Str),
        AttrSpec::optional(PER, AttrClass::Ints),
    ]),
    syntax: Some(pieces!(@Str("name") ?(= @List(PARTS)) ?(
        @Mark(":") @Attr(TYPE) ?(@Ints(LENGTHS)) ?(@Symbol(LAYOUT)) at @Int(AT) @Keyword(UNIT)
        ?(per @OneOrInts(PER, ""))
    ) {})),
    block: Some(BlockRole::Field),
    verify: Some(SharedFn::from_static(&verify)),
    ..OpDef::NEW
};

fn verify(check: &mut OpCheck<'_>) {
    let module = check.module;
    let parent = module.parent_op(check.op);
    let role = parent.and_then(|op| check.registry.block_role(module, op));
    if role != Some(BlockRole::Record) {
        check.error(code::STRUCTURE, "`layout.field` must be in a `layout.record`".to_owned());
    }
    let own = [TYPE, LENGTHS, LAYOUT, AT, UNIT, PER];
    if check.attr(PARTS).is_some() {
        if let Some(key) = own.into_iter().find(|key| check.attr(key).is_some()) {
            let message = format!("`{key}` of `layout.field` is incompatible with `{PARTS}`");
            check.error_at(check.location().key(key), code::OP_ATTRIBUTE, message);
        }
        return;
    }
    if let Some(key) = [TYPE, AT].into_iter().find(|key| check.attr(key).is_none()) {
        let message = format!("`layout.field` must have `{key}`, or `{PARTS}` of other fields");
        check.error(code::OP_ATTRIBUTE, message);
    }
    if check.attr(LENGTHS).is_some() && check.attr(LAYOUT).is_some() {
        let message = format!("`{LAYOUT}` of `layout.field` is incompatible with `{LENGTHS}`");
        check.error_at(check.location().key(LAYOUT), code::OP_ATTRIBUTE, message);
    }
    if let Some(unit) = module.str_attr(check.op, UNIT) {
        let place = check.location().attr(UNIT);
        super::checks::known(check, place, UNIT, unit, UNITS.into_iter());
    }
}
