//! `func.call`: calls a function of the module.

use crate::registry::{Arity, AttrClass, AttrSpec, OpDef, text};
use std::borrow::Cow;

pub(super) const DEF: OpDef = OpDef {
    name: text("func.call"),
    summary: text("calls a function"),
    regions: Arity::Exactly(0),
    // The verifier of the module checks the call against the function.
    attrs: Cow::Borrowed(&[AttrSpec::required("callee", AttrClass::Symbol)]),
    callee: Some(text("callee")),
    ..OpDef::NEW
};
