//! `layout.table`: a function from indices to numbers, which `layout.lookup` reads.
//!
//! ```mlir
//! layout.table @pages dense<[7, 3, 9, 1]> : tensor<4xi32>
//! layout.table @map : length 64, values in [0, 1024), injective
//! ```
//!
//! The first form gives the values. The second one declares what a caller guarantees of values that only run time knows:
//! their number, their range and, with `injective`, that no two are equal. What follows from it rests on the contract.

use crate::registry::{AttrClass, AttrSpec, BlockRole, OpCheck, OpDef, SharedFn, pieces, text};
use crate::tables::{self, END, INJECTIVE, LENGTH, LOW, VALUES};
use std::borrow::Cow;

pub(super) const DEF: OpDef = OpDef {
    name: text("layout.table"),
    summary: text("a function from indices to numbers, by its values or by a contract"),
    attrs: Cow::Borrowed(&[
        AttrSpec::required("sym_name", AttrClass::Str),
        AttrSpec::optional(VALUES, AttrClass::Any),
        AttrSpec::optional(LENGTH, AttrClass::Int),
        AttrSpec::optional(LOW, AttrClass::Int),
        AttrSpec::optional(END, AttrClass::Int),
        AttrSpec::optional(INJECTIVE, AttrClass::Unit),
    ]),
    syntax: Some(pieces!(@SymbolName ?(@Dense(VALUES)) ?(
        @Mark(":") length @Int(LENGTH) @Mark(",") values in @(crate::registry::Syntax::Word("[")) @Int(LOW) @Mark(",")
        @Int(END) @Mark(")") ?(@Mark(",") @Unit(INJECTIVE))
    ) {})),
    block: Some(BlockRole::Table),
    verify: Some(SharedFn::from_static(&verify)),
    ..OpDef::DECLARATION
};

fn verify(check: &mut OpCheck<'_>) {
    super::checks::in_outermost_module(check);
    if let Err(fault) = tables::read(check.module, check.op) {
        check.push(fault.to_diag(check.location()));
    }
}
