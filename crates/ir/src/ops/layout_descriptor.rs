//! `layout.descriptor`: a layout as a chain of transforms, from memory to the logical dims.

use crate::descriptor::symbols_of;
use crate::registry::{
    Arity, AttrClass, AttrSpec, OpCheck, OpDef, SYMBOLS_ATTR, SharedFn, Traits, WHERE_ATTR, pieces,
    text,
};
use std::borrow::Cow;

pub(super) const DEF: OpDef = OpDef {
    name: text("layout.descriptor"),
    summary: text("a layout as a chain of transforms, from memory to the logical dims"),
    traits: Traits::SYMBOL.and(Traits::ISOLATED).and(Traits::SSA_DOMINANCE),
    operands: Arity::Exactly(0),
    results: Arity::Exactly(0),
    regions: Arity::Exactly(1),
    attrs: Cow::Borrowed(&[
        AttrSpec::required("sym_name", AttrClass::Str),
        AttrSpec::optional(SYMBOLS_ATTR, AttrClass::Strs),
        AttrSpec::optional(WHERE_ATTR, AttrClass::Any),
    ]),
    syntax: Some(pieces!(
        @SymbolName ?(symbols @Names(SYMBOLS_ATTR)) ?(where @Attr(WHERE_ATTR)) {} @Region
    )),
    is_descriptor: true,
    verify: Some(SharedFn::from_static(&verify)),
    ..OpDef::NEW
};

fn verify(check: &mut OpCheck<'_>) {
    let symbols = check.attr(SYMBOLS_ATTR);
    if symbols.is_some_and(|it| !AttrClass::Strs.admits(&check.module.ctx, it)) {
        // The check of the signature reports it.
        return;
    }
    if let Err(diag) = symbols_of(check.module, check.op) {
        check.push(*diag);
    }
}
