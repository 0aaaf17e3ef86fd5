//! `func.call`: calls a function of the module.

use crate::registry::{Arity, AttrClass, AttrSpec, OpDef};

pub(super) const DEF: OpDef = OpDef {
    regions: Arity::Exactly(0),
    // The verifier of the module checks the call against the function.
    attrs: &[AttrSpec::required("callee", AttrClass::Symbol)],
    callee: Some("callee"),
    ..OpDef::new("func.call", "calls a function")
};
