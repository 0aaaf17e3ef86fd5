//! `layout.address`: a request for the function from a logical index to the address of an element.
//!
//! The pass `lower-addressing` replaces it by the function, under the same symbol.

use crate::diag::code;
use crate::registry::{Arity, AttrClass, AttrSpec, OpCheck, OpDef, Syntax, Traits};

/// The values of `unit`; the first is the default.
const UNITS: &[&str] = &["element", "byte"];

/// The values of `index`; the first is the default.
const INDICES: &[&str] = &["auto", "i32", "i64"];

pub(super) const DEF: OpDef = OpDef {
    traits: Traits::SYMBOL,
    operands: Arity::Exactly(0),
    results: Arity::Exactly(0),
    regions: Arity::Exactly(0),
    attrs: &[
        AttrSpec::required("sym_name", AttrClass::Str),
        AttrSpec::required("of", AttrClass::Symbol),
        AttrSpec::optional("unit", AttrClass::Str),
        AttrSpec::optional("index", AttrClass::Str),
    ],
    syntax: Some(&[Syntax::SymbolName, Syntax::Word("of"), Syntax::Symbol("of"), Syntax::AttrDict]),
    layout_of: Some("of"),
    verify,
    ..OpDef::new(
        "layout.address",
        "requests the function from a logical index to the address of an element",
    )
};

fn verify(check: &mut OpCheck<'_>) {
    let (module, op) = (check.module, check.op);
    for (key, names) in [("unit", UNITS), ("index", INDICES)] {
        if let Some(got) = module.str_attr(op, key) {
            super::checks::known(check, check.place().attr(key), key, got, names.iter().copied());
        }
    }
    if module.block_of(op) != Some(module.body()) {
        let message =
            "`layout.address` must be in the body of the outermost module, where its symbol is";
        check.error(code::STRUCTURE, message);
    }
}
