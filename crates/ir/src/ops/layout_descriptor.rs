//! `layout.descriptor`: a layout as a chain of transforms, from memory to the logical dims.

use crate::registry::{Arity, AttrClass, AttrSpec, OpDef, Traits, pieces, text};
use std::borrow::Cow;

pub(super) const DEF: OpDef = OpDef {
    name: text("layout.descriptor"),
    summary: text("a layout as a chain of transforms, from memory to the logical dims"),
    traits: Traits::SYMBOL.and(Traits::ISOLATED).and(Traits::SSA_DOMINANCE),
    operands: Arity::Exactly(0),
    results: Arity::Exactly(0),
    regions: Arity::Exactly(1),
    attrs: Cow::Borrowed(&[AttrSpec::required("sym_name", AttrClass::Str)]),
    syntax: Some(pieces!(@SymbolName {} @Region)),
    is_descriptor: true,
    ..OpDef::NEW
};
