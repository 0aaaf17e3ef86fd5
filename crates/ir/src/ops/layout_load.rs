//! `layout.load`: the value of a table at an index, in an addressing function.
//!
//! ```mlir
//! %1 = layout.load @pages(%0) : (i32) -> i32
//! ```
//!
//! The op is in functions that `lower-addressing` writes. An index outside the table has the last value.

use crate::registry::{Arity, AttrClass, AttrSpec, BlockRole, OpDef, Traits, pieces, text};
use std::borrow::Cow;

pub(super) const DEF: OpDef = OpDef {
    name: text("layout.load"),
    summary: text("the value of a table at an index, in an addressing function"),
    traits: Traits::PURE,
    operands: Arity::Exactly(1),
    attrs: Cow::Borrowed(&[AttrSpec::required("table", AttrClass::Symbol)]),
    block: Some(BlockRole::Load),
    syntax: Some(pieces!(@Symbol("table") (%0) {} @Signature)),
    ..OpDef::ONE_RESULT
};
